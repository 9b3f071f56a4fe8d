/** What the window may ask of a model. Where that is, and with what key, is not for it to decide. */
import type { SamplingDesk } from '../../core/sampling/sampling-desk'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { PreferencesHolder } from '../profile/preferences'

export type SamplingRoute = Extract<keyof IpcHandlers, `sampling.${string}`>

export function samplingHandlers(
  sampling: SamplingDesk,
  preferences: Pick<PreferencesHolder, 'get'>
): Pick<IpcHandlers, SamplingRoute> {
  return {
    'sampling.complete': ({ id, question }) => sampling.complete(id, question),
    'sampling.tryOut': () => sampling.tryOut(),
    'sampling.cancel': async ({ id }) => sampling.cancel(id),
    'sampling.setUp': async (wanted) => {
      await sampling.setUp(wanted)
      return preferences.get()
    },
    'sampling.drop': async () => {
      sampling.drop()
      return preferences.get()
    }
  }
}
