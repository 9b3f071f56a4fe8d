/** What the command line does, from its arguments to its exit code. Knows no process of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Auditing } from '../core/audit/auditing'
import type { Keyring } from '../core/auth/keyring'
import { builtInServers } from '../core/config/built-in-servers'
import type { ServerDesk } from '../core/server-desk'
import { base64Of, withoutSecrets } from '../core/traffic/safe-bytes'
import { Networks } from '../core/network/networks'
import { Workbench } from '../core/workbench'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import { fromJson } from '../shared/json'
import { readArguments, type CliArguments, type ServerArguments } from './arguments'
import { readConfigFile } from '../core/config/config-file'
import { CallApproval } from './call-approval'
import { chooseServer } from './choose-server'
import { withClient } from './client-credentials'
import { clearSignIns, listSignIns } from './commands/auth'
import { call } from './commands/call'
import { doctor } from './commands/doctor'
import { prompts, resources, tools } from './commands/lists'
import { login, showPage } from './commands/login'
import { forget, logout } from './commands/logout'
import { metrics, metricsOfFile } from './commands/metrics'
import { ping } from './commands/ping'
import { prompt } from './commands/prompt'
import { read } from './commands/read'
import { request } from './commands/request'
import { servers } from './commands/servers'
import { trust } from './commands/trust'
import { openDesk, profileOf, tellBrokenFiles, type DeskChoice } from './desk'
import { Evidence } from './evidence'
import { expectOutsideProfile } from './export-place'
import { ExitCode, exitCodeOfError } from './exit-code'
import { helpAbout } from './help'
import { failureText, type Job } from './job'
import { orInterrupted } from './interrupt'
import { loginCommand } from './login-command'
import { oneLine } from './one-line'
import { redactedOutput, type Output } from './output'
import { Recording } from './recording'
import type { Sources } from './options'
import { Remarks } from './remarks'
import { approvalOf, readPreferences } from './settings'
import { CommandSignIns, openStore } from './sign-ins'
import { USAGE } from './usage'

export type Host = {
  readonly output: Output
  readonly projectFolder: string
  /** Where the person's own servers are, unless the command line says otherwise. */
  readonly profile?: string
  /** Asks the person a question with yes or no; absent when nobody is there. */
  readonly ask?: (question: string) => Promise<boolean>
  /** Where the key is that sign-ins are encrypted with. */
  readonly keyring: Keyring
  readonly sources?: Sources
  /** The variables that say how we are to behave. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Aborts when we are to stop in good order. */
  readonly interrupt: AbortSignal
  /** Aborts when there is no time left: whatever still runs is ended, synchronously. */
  readonly kill: AbortSignal
}

/** Never rejects. No server is left when it resolves. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await perform(readArguments(argv, host.sources), host)
  } catch (error) {
    host.output.remark(messageOf(error))
    return exitCodeOfError(error)
  }
}

async function perform(args: CliArguments, host: Host): Promise<ExitCode> {
  const { output, interrupt } = host
  switch (args.command) {
    case 'help':
      output.answer(helpAbout(args.about))
      return ExitCode.Ok
    case 'none':
      output.remark(USAGE)
      return ExitCode.Usage
    case 'version':
      output.answer(version(host))
      return ExitCode.Ok
    case 'servers':
      return listServers(args, host)
    case 'trust': {
      const desk = await deskOf(args.desk, host)
      tellBrokenFiles(desk, output)
      const { openCallAudit } = await import('./call-audit')
      const profile = profileOf(args.desk.profile ?? host.profile)
      const audit = openCallAudit({
        profile,
        preferences: readPreferences(profile, (message) => output.remark(message)),
        redactor: desk.redactor,
        isWanted: true,
        onNotice: (message) => output.remark(message)
      })
      try {
        return await trust(desk, args, output, audit, host.ask)
      } finally {
        audit.close()
      }
    }
    case 'traffic': {
      // What only this command needs of Node is not there in every version.
      const { traffic } = await import('./commands/traffic')
      const surroundings = { profile: profileOf(host.profile), version: version(host) }
      return traffic(args, surroundings, output, interrupt)
    }
    case 'audit': {
      const { audit } = await import('./commands/audit')
      return audit(args, profileOf(host.profile), output, interrupt)
    }
    case 'auth': {
      const desk = await deskOf(args.desk, host)
      const kept = openStore(profileOf(args.desk.profile ?? host.profile), host.keyring, (text) =>
        output.remark(text)
      )
      const known = desk.registry.summaries()
      const done =
        args.action === 'list'
          ? listSignIns(kept, known, args.isJson, output)
          : clearSignIns(kept, known, args.action.clear, output)
      return orInterrupted(interrupt, done)
    }
    case 'logout':
      return onServer(args, host).catch((error: unknown) => forgetUntrusted(args, host, error))
    case 'metrics file':
      return metricsOfFile(args, output, interrupt)
    default:
      return onServer(args, host)
  }
}

/** Lists what can be read, also where something else cannot be. */
async function listServers(
  { config, desk: choice, isJson }: Extract<CliArguments, { command: 'servers' }>,
  { output, ...host }: Host
): Promise<ExitCode> {
  if (config === undefined) {
    const desk = await deskOf(choice, { output, ...host })
    const isWhole = !tellBrokenFiles(desk, output)
    servers(desk.registry.summaries(), isJson, output)
    return isWhole ? ExitCode.Ok : ExitCode.Usage
  }
  const found = readConfigFile(config)
  const definitions = found.flatMap((server) => ('fault' in server ? [] : [server.definition]))
  for (const server of found) if ('fault' in server) output.remark(oneLine(server.fault))
  servers(definitions, isJson, output)
  return definitions.length === found.length ? ExitCode.Ok : ExitCode.Usage
}

/** Also a server whose definition has changed since can be signed out of. */
async function forgetUntrusted(
  { server, desk: choice }: ServerArguments,
  host: Host,
  error: unknown
): Promise<ExitCode> {
  const isUntrusted =
    error instanceof WorkbenchError && error.code === WorkbenchErrorCode.TrustRequired
  if (!isUntrusted || server.kind !== 'configured') throw error
  const desk = await deskOf(choice, host)
  const found = desk.registry.summaries().find(({ name }) => name === server.name)
  const profile = profileOf(choice.profile ?? host.profile)
  const kept = openStore(profile, host.keyring, (text) => host.output.remark(text))
  if (!found || !kept.store.has(found.id)) throw error
  return forget(found.id, found.name, kept, host.output)
}

async function onServer(args: ServerArguments, host: Host): Promise<ExitCode> {
  const { interrupt, kill } = host
  const desk = await deskOf(args.desk, host)
  const { redactor } = desk
  const output = args.isRevealed
    ? host.output
    : redactedOutput(host.output, {
        redact: (text) => redactor.redact(text),
        redactJson: (text) => redactor.redactJson(text)
      })
  const isWritten = args.server.kind === 'configured' && args.server.config === undefined
  if (isWritten) tellBrokenFiles(desk, output)
  const isOfPerson = args.command === 'login' || args.command === 'logout'
  const chosen = await chooseServer(args.server, args.overrides, desk.registry)
  const server = isOfPerson
    ? chosen
    : withClient(chosen, args.client, {
        env: host.env ?? {},
        warn: (message) => output.remark(message),
        hide: (values) => redactor.add(values)
      })
  const profile = profileOf(args.desk.profile ?? host.profile)
  if (args.traffic !== undefined) expectOutsideProfile(args.traffic, profile)
  const recording =
    args.traffic === undefined
      ? undefined
      : new Recording(
          args.traffic,
          args.isForced,
          (problem) => output.remark(problem),
          (json) => (args.isRevealed ? json : desk.redactor.redactJson(json))
        )
  // Only what needs a server needs the database.
  const { openCallAudit } = await import('./call-audit')
  const preferences = readPreferences(profile, (message) => output.remark(message))
  const approval = approvalOf(preferences, host.env)
  const audit = openCallAudit({
    profile,
    preferences,
    name: server.name,
    redactor: desk.redactor,
    isWanted: args.isAudited,
    onNotice: (message) => output.remark(message)
  })
  if (args.isRevealed) {
    const params = { action: 'reveal values', command: args.command }
    audit.note({ serverId: server.id, method: 'patchbay/secret', params })
  }
  const networks = new Networks({
    proxy: () => preferences.proxy,
    environment: host.env ?? {},
    secret: (name) => desk.readSecret(name)
  })
  const workbench: Workbench = new Workbench({
    servers: [server],
    version: version(host),
    audit,
    networks,
    remoteFor: (definition) => ({ credentials: signIn.signIns.credentialsFor(definition) })
  })
  const signIn = new CommandSignIns({
    kept: openStore(profile, host.keyring, (text) => output.remark(text)),
    log: workbench.log,
    networks,
    redactor,
    login: (scopes) => loginCommand(args.server, args.desk, scopes),
    isClientGiven: server !== chosen,
    ...(args.command === 'login' && {
      openPage: (url: string) => {
        const { hasNoBrowser } = args
        return showPage(url, { hasNoBrowser, env: host.env ?? {}, output: host.output })
      }
    })
  })
  kill.addEventListener('abort', () => workbench.killAll(), { once: true })
  const remarks = new Remarks(output, args.isProgressSaid)
  const bytesOf = (seq: number): string | undefined => {
    const original = workbench.log.original(seq)
    const redact = (text: string): string => desk.redactor.redactJson(text)
    const safe = args.isRevealed ? original : original && withoutSecrets(original, redact)
    return safe && base64Of(safe)
  }
  workbench.onTraffic((entry) => {
    const raw = workbench.log.raw(entry.seq) ?? ''
    const rawBase64 = entry.isNotUtf8 ? bytesOf(entry.seq) : undefined
    recording?.write({ entry, raw, rawBase64, serverName: server.name })
    remarks.seeEntry(entry)
  })
  workbench.onSession((report) => remarks.seeSession(report))
  workbench.onCall((report) => remarks.seeCall(report))
  const evidence = new Evidence(workbench.log)
  const callApproval = new CallApproval({
    profile,
    isApproved: args.isApproved === true,
    approval,
    audit,
    onNotice: (message) => output.remark(message)
  })
  const job: Job = {
    workbench,
    server,
    version: version(host),
    isJson: args.isJson,
    output,
    evidence,
    signIn,
    hide: (values) => redactor.add(values),
    expectApproved: (tool, given) => callApproval.expect(workbench, server.id, tool, given),
    interrupt
  }
  try {
    const code = await command(args, job, audit).catch((error: unknown) => {
      output.remark(failureText(job) ?? messageOf(error))
      return exitCodeOfError(error)
    })
    const advice = code === ExitCode.Ok || isOfPerson ? undefined : signIn.advice(server)
    if (advice !== undefined) output.remark(advice)
    return code
  } finally {
    await workbench.closeAll()
    remarks.end()
    recording?.close()
    audit.close()
  }
}

async function command(args: ServerArguments, job: Job, audit: Auditing): Promise<ExitCode> {
  switch (args.command) {
    case 'login':
      return login(job, audit, args)
    case 'logout':
      return logout(job, audit)
    case 'tools':
      return tools(job)
    case 'resources':
      return resources(job)
    case 'prompts':
      return prompts(job)
    case 'call':
      return call(job, args)
    case 'read':
      return read(job, args.uri)
    case 'request':
      return request(job, args.method, args.params)
    case 'prompt':
      return prompt(job, args)
    case 'ping':
      return ping(job)
    case 'doctor':
      return doctor(job)
    case 'metrics':
      return metrics(job, args)
    case 'oauth':
      return import('./commands/oauth').then(({ oauth }) => oauth(job, args))
  }
}

function deskOf(choice: DeskChoice, host: Host): Promise<ServerDesk> {
  const { profile } = host
  const wanted = { ...(profile !== undefined && { profile }), ...choice }
  const onNotice = (message: string): void => host.output.remark(message)
  return openDesk(wanted, builtIn(host), version(host), onNotice)
}

function builtIn({ projectFolder }: Host) {
  return builtInServers(join(projectFolder, 'resources'))
}

function version({ projectFolder }: Host): string {
  const manifest: unknown = fromJson(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return (manifest as { version: string }).version
}
