/** For tests: runs the debugger against a fake, with a person who does what the page wants. */
import { get } from 'node:http'
import type { AuthDebugReport, AuthDebugStep, AuthDebugWish } from '../../shared/sign-in/auth-debug'
import { ServerId } from '../../shared/protocol/ids'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { authorize, type OddAuthorizationServer } from '../auth/fakes/fake-authorization-server'
import { systemClock } from '../time/clock'
import { Workbench } from '../workbench/workbench'
import { AuthDebugRun, type DebugRunOptions } from './debug-run'
import { PLAIN_NETWORKS } from '../network/networks'

export const USUAL_WISH: AuthDebugWish = { revision: '2025-11-25', registration: 'auto' }

export function definitionOf(url: string, oauth?: OAuthAccess): RemoteDefinition {
  return {
    id: ServerId.parse('protected'),
    name: 'protected',
    scope: 'user',
    transport: 'streamable-http',
    url,
    headers: {},
    ...(oauth && { access: { oauth } })
  }
}

export type Started = {
  readonly run: AuthDebugRun
  /** All that the run told, in order. */
  readonly told: readonly AuthDebugReport[]
  readonly hidden: readonly string[]
  readonly workbench: Workbench
  /** Resolves with the first report that fits, also one that was told before. */
  readonly until: (fits: (report: AuthDebugReport) => boolean) => Promise<AuthDebugReport>
}

export function startRun(
  odd: Pick<OddAuthorizationServer, 'url'>,
  wish: Partial<AuthDebugWish> = {},
  options: Partial<DebugRunOptions> & { readonly oauth?: OAuthAccess } = {}
): Started {
  const { oauth, ...others } = options
  const told: AuthDebugReport[] = []
  const hidden: string[] = []
  const waiting = new Set<(report: AuthDebugReport) => void>()
  const definition = definitionOf(odd.url, oauth)
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers: [definition], version: '1' })
  const run = new AuthDebugRun({
    runId: 1,
    definition,
    isSaved: true,
    wish: { ...USUAL_WISH, ...wish },
    log: workbench.log,
    networks: workbench.networks,
    clock: systemClock,
    version: '1',
    hide: (values) => hidden.push(...values),
    confirmIssuer: async () => true,
    openPage: async (url) => {
      // A browser does not wait for anybody.
      void authorize(url).then(
        (back) => get(back, (response) => response.resume()),
        () => run.reportPageFailure()
      )
    },
    onChange: (report) => {
      told.push(report)
      for (const listener of waiting) listener(report)
    },
    ...others
  })
  const until: Started['until'] = (fits) =>
    new Promise((resolve) => {
      const look = (report: AuthDebugReport): void => {
        if (!fits(report)) return
        waiting.delete(look)
        resolve(report)
      }
      waiting.add(look)
      look(run.report)
    })
  return { run, told, hidden, workbench, until }
}

export function verdicts(report: AuthDebugReport): Readonly<Record<string, string>> {
  return Object.fromEntries(report.steps.map(({ id, verdict }) => [id, verdict]))
}

export function stepOf({ steps }: AuthDebugReport, id: AuthDebugStep['id']): AuthDebugStep {
  const found = steps.find((step) => step.id === id)
  if (!found) throw new Error(`There is no step ${id}.`)
  return found
}
