/** Puts the servers that are written down, the workbench that opens them, and the window together. */
import { safeStorage, type WebContents } from 'electron'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Redactor } from '../core/audit/redaction'
import { AuthDebugger } from '../core/auth-debugger/auth-debugger'
import { catalogueFiles } from '../core/catalogue-files'
import { CatalogueMemory } from '../core/catalogue-memory'
import { systemClock } from '../core/clock'
import { ConsentDesk } from '../core/consent/consent-desk'
import { Ledger } from '../core/ledger/ledger'
import { Networks } from '../core/network/networks'
import type { ProcessRegister } from '../core/process/server-process'
import type { Loss } from '../core/config/state-file'
import { watchVersions } from '../core/config/version-watch'
import { windowHandlers } from '../core/question/window-handlers'
import { SamplingDesk } from '../core/sampling/sampling-desk'
import { ServerDesk } from '../core/server-desk'
import type { StoreLimits } from '../core/traffic/store/store-messages'
import { Workbench } from '../core/workbench'
import type { WorkbenchOptions } from '../core/workbench-options'
import { messageOf } from '../shared/errors'
import type { ServerId } from '../shared/ids'
import type { InboxState } from '../shared/inbox'
import type { ServerDefinition } from '../shared/server-config'
import { namesById } from '../shared/server-names'
import { isOpen, type SessionState } from '../shared/session-state'
import { openAudit, type Audit } from './audit'
import { endUnwanted } from './end-unwanted'
import { broadcast, newest, windowEvents, type WindowEvents } from './ipc/broadcast'
import type { ProfileServices } from './ipc/profile-handlers'
import { openMetrics, type LiveMetrics } from './metrics'
import { followServers, openProfileServices } from './profile-services'
import type { PreferencesHolder } from './preferences'
import type { Prompts } from './prompts'
import { resolveSystemProxy } from './system-proxy'
import { SystemCipher } from './secret-cipher'
import { SystemKeyring } from '../core/auth/keyring'
import { signInCipher } from '../core/auth/keyring-cipher'
import { SignInDesk } from './sign-in-desk'
import { openProblems, type AppProblems } from './problems'
import { openTraffic, type Traffic } from './traffic'

export type DeskParts = {
  readonly profile: string
  readonly version: string
  readonly given: readonly ServerDefinition[]
  readonly prompts: Prompts
  readonly register: ProcessRegister
  readonly contents: () => WebContents | undefined
  readonly onProjects: () => void
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
  readonly openLink: (url: string) => Promise<void>
  /** After the person has seen where it leads. */
  readonly openPage: (href: string) => Promise<void>
  /** The page of a sign-in, which the person has asked for. */
  readonly openSignInPage: (url: string) => Promise<void>
}

export function openDesk(parts: DeskParts): {
  desk: ServerDesk
  workbench: Workbench
  services: ProfileServices
  consent: ConsentDesk
  sampling: SamplingDesk
  signIn: SignInDesk
  authDebug: AuthDebugger
  traffic: Traffic
  audit: Audit
  ledger: Ledger
  metrics: LiveMetrics
  problems: AppProblems
  events: WindowEvents
} {
  const { profile, version, given, prompts, register, contents, onProjects } = parts
  const cipher = new SystemCipher(safeStorage, process.platform, () => problems.lookAtSecrets(desk))
  const keyring = new SystemKeyring({ script: parts.keyringChild, clock: systemClock })
  const events = windowEvents(contents, (json) => desk.redactor.redactJson(json))
  const { send } = events
  const tellServers = newest(send, 'servers.changed')
  const nameOf = (id: ServerId): string =>
    desk.registry.list().find((server) => server.id === id)?.name ?? id
  const shownName = (id: ServerId): string => namesById(desk.registry.list())[id] ?? id
  const redactor = new Redactor()
  const ledger = new Ledger(() => new Worker(parts.ledgerWorker))
  const problems = openProblems({
    profile,
    preferences: parts.preferences,
    nameOf: shownName,
    redact: (text) => redactor.redact(text),
    redactJson: (json) => redactor.redactJson(json)
  })
  for (const loss of parts.losses) problems.tellOfLoss(loss)
  const servers = (): void => {
    const summaries = desk.registry.summaries()
    tellServers({ servers: summaries, config: desk.describe() })
    problems.lookAtServers(summaries)
  }
  const tellSecrets = (): void => {
    problems.lookAtSecrets(desk)
    desk.describeSecrets().then((description) => send('secrets.changed', description), complain)
  }
  const networks = new Networks({
    proxy: () => parts.preferences.get().proxy,
    environment: process.env,
    system: resolveSystemProxy,
    secret: (name) => desk.readSecret(name)
  })
  const asking = windowHandlers({
    presenter: prompts,
    explanation: () => cipher.explanation(),
    note: (entry) => audit.note(entry)
  })
  const desk: ServerDesk = new ServerDesk({
    profile,
    version,
    given,
    cipher,
    asking,
    confirm: asking.confirm,
    networks,
    register,
    remoteFor: (definition) => remoteFor(definition),
    draftRemoteFor: (draft) => ({ credentials: signIn.draftCredentialsFor(draft) }),
    redactor,
    onLoss: problems.tellOfLoss,
    modelKey: () => parts.preferences.get().samplingModel.keyName,
    onServers: () => {
      servers()
      endUnwanted(desk, workbench).catch(complain)
      followServers(services, memory, desk)
      metrics.follow()
      onProjects()
    },
    onTrust: () => send('trust.changed', desk.registry.trustRecords()),
    onSecrets: () => tellSecrets(),
    onTest: newest(send, 'test.changed', ({ id }) => String(id)),
    onDoctor: newest(send, 'doctor.changed', ({ serverId }) => serverId)
  })
  const memory = new CatalogueMemory({
    clock: systemClock,
    storage: catalogueFiles(join(profile, 'catalogues'), { complain, onLoss: problems.tellOfLoss }),
    redact: (json) => desk.redactor.redactJson(json)
  })
  const audit: Audit = openAudit({
    profile,
    redactor: desk.redactor,
    preferences: parts.preferences,
    nameOf,
    events,
    problems: problems.list,
    ledger
  })
  const tellInbox = newest(send, 'inbox.changed')
  const consent: ConsentDesk = new ConsentDesk({
    profile,
    clock: systemClock,
    audit,
    workbench: () => workbench,
    projectFolder: () => desk.scopes.project?.folder,
    redact: (json) => desk.redactor.redactJson(json),
    openPage: parts.openPage,
    hide: (values) => desk.redactor.add(values),
    samplingPerMinute: () => parts.preferences.get().samplingPerMinute,
    onInbox: (state) => {
      tellInbox(state)
      parts.onInbox(state)
    },
    onGrants: newest(send, 'grants.changed'),
    onPolicies: newest(send, 'policies.changed'),
    onLoss: problems.tellOfLoss,
    onRoots: newest(send, 'roots.changed', ({ serverId }) => serverId),
    complain
  })
  const sampling = new SamplingDesk({
    inbox: consent.inbox,
    audit: consent.audit,
    model: () => parts.preferences.get().samplingModel,
    network: networks.own,
    setModel: (samplingModel) => {
      parts.preferences.change({ samplingModel })
      tellSecrets()
    },
    secret: (name) => desk.readSecret(name),
    askForSecret: async (name) => {
      await desk.askForSecret(name)
      audit.note({ method: 'patchbay/secret', params: { action: 'set', name } })
    },
    confirm: asking.model
  })
  const { inputs } = consent
  const remoteFor: NonNullable<WorkbenchOptions['remoteFor']> = (definition) => ({
    credentials: signIn.credentialsFor(definition)
  })
  const workbench: Workbench = new Workbench({
    servers: desk.registry,
    version,
    register,
    memory,
    audit,
    inputs,
    networks,
    problems: problems.list,
    remoteFor
  })
  const signIn: SignInDesk = new SignInDesk({
    profile,
    clock: systemClock,
    cipher: signInCipher(profile, keyring),
    workbench,
    resolve: (id) => desk.registry.resolve(id),
    audit: consent.audit,
    hide: (values, serverId) => desk.redactor.addNewest(serverId, values),
    openPage: parts.openSignInPage,
    askForScopes: (serverId, question, signal) =>
      consent.own.scopes.ask(serverId, question, signal),
    confirm: asking.confirm,
    onChange: newest(send, 'signIn.changed', ({ serverId }) => serverId),
    onLoss: problems.tellOfLoss,
    complain
  })
  broadcast(workbench, send)
  const authDebug = new AuthDebugger({
    log: workbench.log,
    networks,
    clock: systemClock,
    version,
    keep: (definition, record) => signIn.adopt(definition, record),
    boundIssuer: (definition) => signIn.boundIssuer(definition),
    confirmIssuer: signIn.confirmIssuer,
    hide: (values) => desk.redactor.add(values),
    openPage: parts.openSignInPage,
    onChange: newest(send, 'authDebug.changed', ({ url }) => url)
  })
  const traffic = openTraffic({
    profile,
    workbench,
    redactor: desk.redactor,
    events,
    ledger,
    limits: parts.trafficLimits,
    onCalls: (change) => services.history.hear(change)
  })
  const metrics = openMetrics({
    workbench,
    openedAs: (id) => desk.registry.openedAs(id),
    credentialsFor: (definition) => signIn.credentialsFor(definition)
  })
  watchVersions(desk.registry, workbench)
  const phases = new Map<ServerId, SessionState['phase']>()
  workbench.onSession(({ serverId, state }) => {
    if (!isOpen(state)) desk.registry.forgetOpened(serverId)
    consent.look(serverId)
    if (phases.get(serverId) === state.phase) return
    phases.set(serverId, state.phase)
    // With what it was opened, and whether that is still how it is written, is another now.
    servers()
  })
  // After the window has been told: what is kept of a call must not delay its result.
  const services = openProfileServices({
    ...parts,
    desk,
    workbench,
    calls: traffic.calls,
    caller: consent.own.approval.caller('program'),
    onLoss: problems.tellOfLoss,
    onHistory: newest(send, 'history.changed', ({ serverId, tool }) => `${serverId} ${tool}`),
    onWatch: newest(send, 'watch.changed', ({ serverId }) => serverId)
  })
  followServers(services, memory, desk)
  problems.lookAtSecrets(desk)
  problems.lookAtServers(desk.registry.summaries())
  return {
    desk,
    workbench,
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
