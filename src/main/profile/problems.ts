/** What needs a person, from wherever in the app, and the files that tell of it. */
import { systemClock } from '../../core/time/clock'
import type { Loss } from '../../core/disk/state-file'
import { WriteWatch } from '../../core/disk/write-watch'
import { ProblemFiles } from '../../core/profile/problem-files'
import { Problems } from '../../core/problems/problems'
import type { ServerDesk } from '../../core/desk/server-desk'
import type { ServerId } from '../../shared/protocol/ids'
import type { Preferences } from '../../shared/ipc/preferences'
import type { ServerSummary } from '../../shared/servers/server-config'
import { serverNames } from '../../shared/servers/server-names'
import type { PreferencesHolder } from './preferences'
import { hasMadeUnread, unreadSettings } from './unread-settings'

const MOST_NAMED = 3

export type AppProblems = {
  readonly list: Problems
  /** Which servers there are, or what was decided about them, is another now. */
  readonly lookAtServers: (summaries: readonly ServerSummary[]) => void
  /** A file of the profile, or a part of it, cannot be understood any more. */
  readonly tellOfLoss: (loss: Loss) => void
  readonly lookAtSecrets: (desk: Pick<ServerDesk, 'secretFault'>) => void
  /** The person wants a file for each problem there; nowhere when it is empty. */
  readonly writeInto: (folder: string) => Preferences
  readonly preferences: () => Preferences
  /** The files say how things stand when it resolves. */
  readonly stop: () => Promise<void>
}

export type AppProblemsParts = {
  readonly profile: string
  readonly preferences: PreferencesHolder
  readonly nameOf: (serverId: ServerId) => string
  readonly redact: (text: string) => string
  readonly redactJson: (json: string) => string
}

export function openProblems(parts: AppProblemsParts): AppProblems {
  const { profile, preferences, nameOf, redact, redactJson } = parts
  const clock = systemClock
  const list = new Problems({ clock, redact })
  const watch = new WriteWatch({ folder: profile, clock, problems: list })
  const files = new ProblemFiles({
    problems: list,
    clock,
    folder: () => preferences.get().problemFolder,
    nameOf,
    redact: redactJson
  })
  const tellOfLoss = ({ message, path }: Loss): void => {
    const action = { kind: 'reveal', path, isEnough: true } as const
    list.raise({ key: `lost ${path}`, kind: 'damaged', message, action })
  }
  const { loss } = preferences
  const tellOfSettings = (): void =>
    list.hold('unread settings', unreadSettings(preferences.get(), loss))
  preferences.onChange(tellOfSettings)
  tellOfSettings()
  if (loss && !hasMadeUnread(preferences.get(), loss)) tellOfLoss(loss)
  return {
    list,
    lookAtServers: (summaries) => {
      const waiting = summaries.filter(({ standing }) => standing.kind === 'untrusted')
      const serverIds = waiting.map(({ id }) => id)
      const action = { kind: 'review', serverIds } as const
      const message = whoWaits(waiting.map(serverNames(summaries)))
      list.hold('trust', waiting.length > 0 ? { kind: 'trust', message, action } : undefined)
    },
    tellOfLoss,
    lookAtSecrets: (desk) => {
      const message = desk.secretFault()
      const action = { kind: 'settings', section: 'secrets' } as const
      list.hold('secrets', message === undefined ? undefined : { kind: 'secrets', message, action })
    },
    writeInto: (folder) => {
      const changed = preferences.change({ problemFolder: folder })
      files.begin()
      return changed
    },
    preferences: () => preferences.get(),
    stop: async () => {
      await files.stop()
      watch.stop()
    }
  }
}

/** One sentence for all of them: a project may bring many. */
function whoWaits(names: readonly string[]): string {
  const [only] = names
  if (names.length === 1) return `${only} waits for you to say whether you trust it.`
  const named = names.slice(0, MOST_NAMED).join(', ')
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `${names.length} servers wait for you to say whether you trust them: ${named}${more}.`
}
