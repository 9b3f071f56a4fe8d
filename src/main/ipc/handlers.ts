import type { ServerDesk } from '../../core/server-desk'
import type { Workbench } from '../../core/workbench'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { AppDescription, IpcHandlers } from '../../shared/ipc-contract'
import type { PreferencesHolder } from '../preferences'
import { configHandlers, type SystemDialogs } from './config-handlers'
import { profileHandlers, type ProfileServices } from './profile-handlers'
import { sessionHandlers } from './session-handlers'

/** As much as an encoded secret can have. */
const LONGEST_VALUE = 400_000

export type HandlerContext = {
  readonly workbench: Workbench
  readonly desk: ServerDesk
  readonly dialogs: SystemDialogs
  readonly describe: () => AppDescription
  readonly onPainted: () => void
  readonly preferences: PreferencesHolder
  readonly services: ProfileServices
}

export function ipcHandlers(context: HandlerContext): IpcHandlers {
  const { workbench, desk, dialogs, preferences } = context
  return {
    ...configHandlers(desk, dialogs),
    ...sessionHandlers(workbench, context.services.history),
    ...profileHandlers({ ...context.services, workbench, desk, dialogs }),

    'app.describe': async () => context.describe(),
    'app.painted': async () => context.onPainted(),

    'traffic.tail': async ({ count }) => workbench.log.tail(count),
    'traffic.raw': async ({ seq, limit }) => {
      const raw = workbench.log.raw(seq)
      if (raw !== undefined) {
        // A value that is cut in two would not be known any more.
        const whole = desk.redactor.redact(raw.slice(0, limit + LONGEST_VALUE))
        return { text: whole.slice(0, limit), totalChars: raw.length }
      }
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, `Frame ${seq} is no longer kept.`)
    },

    'preferences.get': async () => preferences.get(),
    'preferences.set': async (change) => preferences.change(withoutUndefined(change))
  }
}

function withoutUndefined<T extends object>(
  change: T
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
