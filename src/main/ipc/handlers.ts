import type { ServerDesk } from '../../core/server-desk'
import type { Workbench } from '../../core/workbench'
import type { AppDescription, IpcHandlers } from '../../shared/ipc-contract'
import type { Audit } from '../audit'
import type { LiveMetrics } from '../metrics'
import type { PreferencesHolder } from '../preferences'
import { trafficLimitsOf, type Traffic } from '../traffic'
import { auditHandlers } from './audit-handlers'
import { withAudit } from './audited-routes'
import { configHandlers, type SystemDialogs } from './config-handlers'
import { metricsHandlers } from './metrics-handlers'
import { profileHandlers, type ProfileServices } from './profile-handlers'
import { sessionHandlers } from './session-handlers'
import { trafficHandlers } from './traffic-handlers'

export type HandlerContext = {
  readonly workbench: Workbench
  readonly desk: ServerDesk
  readonly dialogs: SystemDialogs
  readonly describe: () => AppDescription
  readonly onPainted: () => void
  readonly preferences: PreferencesHolder
  readonly services: ProfileServices
  readonly traffic: Traffic
  readonly audit: Audit
  readonly metrics: LiveMetrics
}

export function ipcHandlers(context: HandlerContext): IpcHandlers {
  const { workbench, desk, dialogs, preferences, traffic, audit, metrics } = context
  const handlers: IpcHandlers = {
    ...configHandlers(desk, dialogs),
    ...sessionHandlers(workbench, context.services.history),
    ...profileHandlers({ ...context.services, workbench, desk, dialogs }),
    ...trafficHandlers({
      workbench,
      traffic,
      desk,
      dialogs,
      redactor: desk.redactor,
      version: context.services.version
    }),
    ...metricsHandlers({ metrics, traffic }),
    ...auditHandlers({ audit, dialogs }),

    'app.describe': async () => context.describe(),
    'app.painted': async () => context.onPainted(),

    'preferences.get': async () => preferences.get(),
    'preferences.set': async (change) => {
      const changed = audit.change(withoutUndefined(change))
      traffic.thread.setLimits(trafficLimitsOf(changed))
      return changed
    }
  }
  return withAudit(handlers, audit)
}

function withoutUndefined<T extends object>(
  change: T
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
