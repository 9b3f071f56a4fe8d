/** Puts the servers that are written down, the workbench that opens them, and the window together. */
import { safeStorage, type WebContents } from 'electron'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Redactor } from '../core/redaction/redaction'
import { AuthDebugger } from '../core/auth-debugger/auth-debugger'
import { catalogueFiles } from '../core/catalogue/catalogue-files'
import { CatalogueMemory } from '../core/catalogue/catalogue-memory'
import { systemClock } from '../core/time/clock'
import { ConsentDesk } from '../core/consent/consent-desk'
import { Examinations } from '../core/desk/examinations'
import { Ledger } from '../core/ledger/ledger'
import { Networks } from '../core/network/networks'
import type { ProcessRegister } from '../core/process/server-process'
import type { Loss } from '../core/disk/state-file'
import { watchVersions } from '../core/watch/version-watch'
import { windowHandlers } from '../core/question/window-handlers'
import { SamplingDesk } from '../core/sampling/sampling-desk'
import { ServerDesk } from '../core/desk/server-desk'
import type { StoreLimits } from '../core/store/store-messages'
import { TrafficLog } from '../core/traffic/traffic-log'
import { Workbench } from '../core/workbench/workbench'
import type { WorkbenchOptions } from '../core/workbench/workbench-options'
import { messageOf } from '../shared/protocol/errors'
import type { ServerId } from '../shared/protocol/ids'
import type { InboxState } from '../shared/question/inbox'
import type { ServerDefinition } from '../shared/servers/server-config'
import { isOpen, type SessionState } from '../shared/servers/session-state'
import { openAudit, type Audit } from './records/audit'
import { endUnwanted } from './end-unwanted'
import { broadcast, newest, windowEvents, type WindowEvents } from './ipc/broadcast'
import type { ProfileServices } from './handlers/profile-handlers'
import { KnownNames } from './profile/known-names'
import { openMetrics, type LiveMetrics } from './records/metrics'
import { withoutEnds } from './records/open-views'
import { followServers, openProfileServices } from './profile-services'
import type { PreferencesHolder } from './profile/preferences'
import { linkOpener, linkSubject } from './window/link-opener'
import type { Prompts } from './window/prompts'
import { resolveSystemProxy } from './system-proxy'
import { SystemCipher } from './profile/secret-cipher'
import { SystemKeyring } from '../core/secrets/keyring'
import { signInCipher } from '../core/secrets/keyring-cipher'
import { SignInDesk } from './profile/sign-in-desk'
import { openProblems, type AppProblems } from './profile/problems'
import { openTraffic, type Traffic } from './records/traffic'

export type DeskParts = {
  readonly profile: string
  readonly version: string
  readonly given: readonly ServerDefinition[]
  readonly prompts: Prompts
  readonly register: ProcessRegister
  readonly contents: () => WebContents | undefined
  readonly bodyWorker: string
  readonly ledgerWorker: string
  /** Asks the keyring of the system, in a process of its own. */
  readonly keyringChild: string
  readonly preferences: PreferencesHolder
  /** What could not be understood of files that were read before. */
  readonly losses: readonly Loss[]
  readonly trafficLimits: StoreLimits
  readonly historyLimit: () => number
  readonly onInbox: (state: InboxState) => void
  /** After the person has seen where it leads. */
  readonly openPage: (href: string) => Promise<void>
  /** The page of a sign-in, which the person has asked for. */
  readonly openSignInPage: (url: string) => Promise<void>
}

export type Desk = {
  readonly desk: ServerDesk
  readonly workbench: Workbench
  readonly examinations: Examinations
  readonly services: ProfileServices
  readonly consent: ConsentDesk
  readonly sampling: SamplingDesk
  readonly signIn: SignInDesk
  readonly authDebug: AuthDebugger
  readonly traffic: Traffic
  readonly audit: Audit
  readonly ledger: Ledger
  readonly metrics: LiveMetrics
  readonly problems: AppProblems
  readonly events: WindowEvents
}

/**
 * Everything is made of what was made before it. There is one circle: the workbench asks the person
 * and signs in, and whoever does that for it looks at its sessions; they get them by a function.
 */
export function openDesk(parts: DeskParts): Desk {
  const { profile, version, given, prompts, register, preferences } = parts
  const clock = systemClock
  const names = new KnownNames()
  const redactor = new Redactor()
  const redact = (json: string): string => redactor.redactJson(json)
  const events = windowEvents(parts.contents, redact)
  const { send } = events
  const ledger = new Ledger(() => new Worker(parts.ledgerWorker))
  const problems = openProblems({
    profile,
    preferences,
    nameOf: names.shown,
    redact: (text) => redactor.redact(text),
    redactJson: redact
  })
  const onLoss = problems.tellOfLoss
  for (const loss of parts.losses) onLoss(loss)
  const audit = openAudit({
    profile,
    redactor,
    preferences,
    nameOf: names.of,
    events,
    problems: problems.list,
    ledger
  })

  const cipher = new SystemCipher(safeStorage, process.platform)
  const asking = windowHandlers({
    presenter: prompts,
    explanation: () => cipher.explanation(),
    audit
  })
  const desk = new ServerDesk({
    profile,
    given,
    cipher,
    asking,
    confirm: asking.confirm,
    redactor,
    onLoss,
    modelKey: () => preferences.get().samplingModel.keyName
  })
  names.follow(() => desk.registry.list())
  const networks = new Networks({
    proxy: () => preferences.get().proxy,
    environment: process.env,
    system: resolveSystemProxy,
    secret: (name) => desk.readSecret(name)
  })
  const memory = new CatalogueMemory({
    clock,
    storage: catalogueFiles(join(profile, 'catalogues'), { complain, onLoss }),
    redact
  })

  const log = new TrafficLog()
  const tellInbox = newest(send, 'inbox.changed')
  const consent = new ConsentDesk({
    profile,
    clock,
    audit,
    workbench: () => workbench,
    projectFolder: () => desk.scopes.project?.folder,
    redact,
    openPage: parts.openPage,
    hide: (values) => redactor.add(values),
    samplingPerMinute: () => preferences.get().samplingPerMinute,
    onInbox: (state) => {
      tellInbox(state)
      parts.onInbox(state)
    },
    onGrants: newest(send, 'grants.changed'),
    onPolicies: newest(send, 'policies.changed'),
    onLoss,
    onRoots: newest(send, 'roots.changed', ({ serverId }) => serverId),
    complain
  })
  const keyring = new SystemKeyring({ script: parts.keyringChild, clock })
  const signIn = new SignInDesk({
    profile,
    clock,
    cipher: signInCipher(profile, keyring),
    log,
    networks,
    workbench: () => workbench,
    resolve: (id) => desk.registry.resolve(id),
    audit: consent.audit,
    hide: (values, serverId) => redactor.addNewest(serverId, values),
    openPage: parts.openSignInPage,
    askForScopes: (serverId, question, signal) =>
      consent.own.scopes.ask(serverId, question, signal),
    confirm: asking.confirm,
    askForValues: asking.values,
    onChange: newest(send, 'signIn.changed', ({ serverId }) => serverId),
    onLoss,
    complain
  })
  const remoteFor: NonNullable<WorkbenchOptions['remoteFor']> = (definition) => ({
    credentials: signIn.credentialsFor(definition)
  })
  const workbench: Workbench = new Workbench({
    servers: desk.registry,
    version,
    log,
    register,
    memory,
    audit,
    inputs: consent.inputs,
    networks,
    problems: problems.list,
    remoteFor
  })

  const tellSecrets = (): void => {
    problems.lookAtSecrets(desk)
    desk.describeSecrets().then((description) => send('secrets.changed', description), complain)
  }
  const sampling = new SamplingDesk({
    inbox: consent.inbox,
    audit: consent.audit,
    model: () => preferences.get().samplingModel,
    network: networks.own,
    setModel: (samplingModel) => {
      preferences.change({ samplingModel })
      tellSecrets()
    },
    secret: (name) => desk.readSecret(name),
    askForSecret: async (name) => {
      await desk.askForSecret(name)
      audit.note({ method: 'patchbay/secret', params: { action: 'set', name } })
    },
    confirm: asking.model
  })
  const examinations = new Examinations({
    registry: desk.registry,
    version,
    register,
    remoteFor,
    draftRemoteFor: (draft) => ({ credentials: signIn.draftCredentialsFor(draft) }),
    networks,
    onTest: newest(send, 'test.changed', ({ id }) => String(id)),
    onDoctor: newest(send, 'doctor.changed', ({ serverId }) => serverId)
  })
  const authDebug = new AuthDebugger({
    log,
    networks,
    clock,
    version,
    keep: (definition, record) => signIn.adopt(definition, record),
    boundIssuer: (definition) => signIn.boundIssuer(definition),
    confirmIssuer: signIn.confirmIssuer,
    hide: (values) => redactor.add(values),
    openPage: parts.openSignInPage,
    onChange: newest(send, 'authDebug.changed', ({ url }) => url)
  })
  // The window hears of a call before it is kept, which must not delay its result.
  broadcast(workbench, send)
  const traffic = openTraffic({
    profile,
    workbench,
    redactor,
    events,
    ledger,
    limits: parts.trafficLimits
  })
  const metrics = openMetrics({
    workbench,
    openedAs: (id) => desk.registry.openedAs(id),
    credentialsFor: (definition) => signIn.credentialsFor(definition)
  })
  const services = openProfileServices({
    ...parts,
    desk,
    workbench,
    calls: traffic.calls,
    caller: consent.own.approval.caller('program'),
    openLink: linkOpener({
      ask: (link) => asking.confirm(linkSubject(link)),
      open: parts.openPage
    }),
    onLoss,
    onCalls: ({ kept, grew }) =>
      send('calls.kept', { kept, grew: events.isBehind() ? withoutEnds(grew) : grew }),
    onWatch: newest(send, 'watch.changed', ({ serverId }) => serverId)
  })

  const tellServers = newest(send, 'servers.changed')
  const lookAtServers = (): void => {
    const summaries = desk.registry.summaries()
    tellServers({ servers: summaries, config: desk.describe() })
    problems.lookAtServers(summaries)
  }
  const followList = (): void => followServers(services, memory, desk)
  cipher.news.hear(() => problems.lookAtSecrets(desk))
  desk.secretNews.hear(tellSecrets)
  desk.trustNews.hear(() => send('trust.changed', desk.registry.trustRecords()))
  desk.serverNews.hear(() => {
    lookAtServers()
    endUnwanted({ desk, workbench, examinations }).catch(complain)
    followList()
    metrics.follow()
  })
  const phases = new Map<ServerId, SessionState['phase']>()
  workbench.onSession(({ serverId, state }) => {
    if (!isOpen(state)) desk.registry.forgetOpened(serverId)
    consent.look(serverId)
    if (phases.get(serverId) === state.phase) return
    phases.set(serverId, state.phase)
    // With what it was opened, and whether that is still how it is written, is another now.
    lookAtServers()
  })
  watchVersions(desk.registry, workbench)
  followList()
  problems.lookAtSecrets(desk)
  problems.lookAtServers(desk.registry.summaries())
  return {
    desk,
    workbench,
    examinations,
    services,
    consent,
    sampling,
    signIn,
    authDebug,
    traffic,
    audit,
    ledger,
    metrics,
    problems,
    events
  }
}

function complain(error: unknown): void {
  process.stderr.write(`${messageOf(error)}\n`)
}
