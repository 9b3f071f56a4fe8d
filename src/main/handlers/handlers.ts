import type { AuthDebugger } from '../../core/auth-debugger/auth-debugger'
import type { ConsentDesk } from '../../core/consent/consent-desk'
import { trafficLimitsOf } from '../../core/profile/retention'
import type { Examinations } from '../../core/desk/examinations'
import type { SamplingDesk } from '../../core/sampling/sampling-desk'
import type { ServerDesk } from '../../core/desk/server-desk'
import type { Workbench } from '../../core/workbench/workbench'
import type { ServerId } from '../../shared/protocol/ids'
import type { AppDescription, IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { Audit } from '../records/audit'
import type { LiveMetrics } from '../records/metrics'
import type { PreferencesHolder } from '../profile/preferences'
import type { AppProblems } from '../profile/problems'
import type { SignInDesk } from '../profile/sign-in-desk'
import type { Traffic } from '../records/traffic'
import { auditHandlers } from './audit-handlers'
import { authDebugHandlers } from './auth-debug-handlers'
import { withAudit } from './audited-routes'
import { configHandlers, type SystemDialogs } from './config-handlers'
import { inboxHandlers } from './inbox-handlers'
import { metricsHandlers } from './metrics-handlers'
import { networkHandlers } from './network-handlers'
import { problemHandlers } from './problem-handlers'
import { profileHandlers, type ProfileServices } from './profile-handlers'
import { samplingHandlers } from './sampling-handlers'
import { sessionHandlers } from './session-handlers'
import { signInHandlers } from './sign-in-handlers'
import { trafficHandlers } from './traffic-handlers'

export type HandlerContext = {
  readonly workbench: Workbench
  readonly desk: ServerDesk
  readonly examinations: Examinations
  readonly dialogs: SystemDialogs
  readonly describe: () => AppDescription
  readonly onPainted: () => void
  /** The page has taken this event, and all before it. */
  readonly onTaken: (upTo: number) => void
  readonly preferences: Pick<PreferencesHolder, 'get' | 'change'>
  readonly services: ProfileServices
  readonly consent: ConsentDesk
  readonly sampling: SamplingDesk
  readonly signIn: SignInDesk
  readonly authDebug: AuthDebugger
  readonly traffic: Traffic
  readonly audit: Audit
  readonly metrics: LiveMetrics
  readonly problems: AppProblems
  /** The profile, where it is not the usual one. */
  readonly namedProfile?: string
}

export function ipcHandlers(context: HandlerContext): IpcHandlers {
  const { workbench, desk, dialogs, preferences, consent, traffic, audit, metrics } = context
  const { approval } = consent.own
  const callers = { person: approval.caller('person'), program: approval.caller('program') }
  const needsApproval = (serverId: ServerId, tool: string): boolean =>
    consent.needsApproval(serverId, tool, preferences.get().commandLineApproval)
  const { namedProfile } = context
  const named = namedProfile !== undefined && { namedProfile }
  const handlers: IpcHandlers = {
    ...configHandlers({ ...context, networks: workbench.networks }),
    ...sessionHandlers(workbench, context.services.history, callers),
    ...profileHandlers({
      ...context.services,
      workbench,
      desk,
      dialogs,
      needsApproval,
      ...named
    }),
    ...inboxHandlers(consent, dialogs),
    ...samplingHandlers(context.sampling, preferences),
    ...networkHandlers(desk, preferences),
    ...signInHandlers(context.signIn, desk, dialogs),
    ...authDebugHandlers(context.authDebug, desk),
    ...trafficHandlers({
      workbench,
      traffic,
      desk,
      dialogs,
      sender: callers.person,
      needsApproval,
      ...named,
      redactor: desk.redactor,
      version: context.services.version
    }),
    ...metricsHandlers({ metrics, traffic }),
    ...auditHandlers({ audit, dialogs }),
    ...problemHandlers({ problems: context.problems, dialogs, audit }),

    'app.describe': async () => context.describe(),
    'app.painted': async () => context.onPainted(),
    'events.taken': async ({ upTo }) => context.onTaken(upTo),

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
