/** The file with the settings. Which of them could not be read is written down with the others. */
import {
  DEFAULT_PREFERENCES,
  GUARDED_SETTINGS,
  type GuardedSetting,
  type Preferences
} from '../../shared/ipc/preferences'
import { StoredPreferences } from '../../shared/ipc/preferences-schema'
import { StateFile, type Loss, type StateFileOptions } from '../disk/state-file'

export class PreferencesFile {
  private readonly file: StateFile<typeof StoredPreferences>
  /** As they were at the start. */
  readonly before: Preferences
  readonly loss: Loss | undefined

  constructor(
    path: string,
    private readonly options: Pick<StateFileOptions<never>, 'clock' | 'isReader'>
  ) {
    this.file = new StateFile(path, StoredPreferences, { ...options, repaired: withUnread })
    const found = this.file.read()
    const missing = missingIn(found)
    this.loss = this.file.loss ?? (missing.length > 0 ? this.lose(path, missing) : undefined)
    const held = this.loss ? withUnread(found, this.loss) : found
    this.before = { ...DEFAULT_PREFERENCES, ...held }
  }

  write(preferences: Preferences): void {
    const { layouts, ...rest } = preferences
    this.file.update(() => ({ ...rest, layouts: { ...layouts } }))
  }

  /** A name that is damaged leaves no trace of the setting but that it is not there. */
  private lose(path: string, missing: readonly GuardedSetting[]): Loss {
    const copy = this.options.isReader === true ? path : this.file.keepAside()
    const names = missing.map((setting) => `"${setting}"`).join(', ')
    const kept = copy === path ? '' : ` Patchbay kept a copy of the file as ${copy}.`
    const message = `${path} holds no ${names} any more.${kept}`
    const lost = missing.map((field) => ({ field, isWhole: true }))
    return { message, path: copy, lost }
  }
}

/** Whoever writes down what was unread has written down all of them. */
function missingIn(found: StoredPreferences | undefined): readonly GuardedSetting[] {
  const { unread } = found ?? {}
  if (!found || !unread) return []
  return GUARDED_SETTINGS.filter(
    (name) => found[name] === undefined && !unread.some(({ setting }) => setting === name)
  )
}

function withUnread(found: StoredPreferences | undefined, loss: Loss): StoredPreferences {
  const known = found?.unread ?? []
  const added = GUARDED_SETTINGS.filter(
    (name) => isLost(loss, name) && !known.some(({ setting }) => setting === name)
  )
  const unread = added.map((setting) => ({ setting, copy: loss.path }))
  return {
    ...StoredPreferences.parse(found ?? {}),
    // You may have chosen the stricter way, so that one holds until you choose again.
    ...(isFieldLost(loss, 'commandLineApproval') && { commandLineApproval: 'by-risk' }),
    unread: [...known, ...unread]
  }
}

/** When the list of what was unread is lost itself, all of it may have been. */
function isLost(loss: Loss, setting: GuardedSetting): boolean {
  return isFieldLost(loss, setting) || isFieldLost(loss, 'unread')
}

function isFieldLost({ lost }: Loss, name: keyof Preferences): boolean {
  return lost === 'all' || lost.some(({ field }) => field === name)
}
