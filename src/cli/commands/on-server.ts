/** What a command asks of a server: everything around it, from its definition to its end. */
import type { Auditing } from '../../core/audit/auditing'
import { Redactor } from '../../core/redaction/redaction'
import { valuesToHide } from '../../core/server-file/variables'
import { Networks } from '../../core/network/networks'
import { base64Of, withoutSecrets } from '../../core/text/safe-bytes'
import { Workbench } from '../../core/workbench/workbench'
import type { ServerArguments } from '../arguments/arguments'
import type { CallApproval } from './call-approval'
import { chooseProcess, chooseServer } from '../arguments/choose-server'
import { withClient } from '../arguments/client-credentials'
import { prompts, resources, tools } from './lists'
import type { EarlyServer } from './early-start'
import { Evidence } from '../profile/evidence'
import { ExitCode, exitCodeOfError } from '../output/exit-code'
import { expectOutsideProfile } from '../profile/export-place'
import { version, type Host } from '../profile/host'
import { failureText, type Job } from '../profile/job'
import { failureOf } from './unfit-arguments'
import { loginCommand } from '../arguments/login-command'
import { redactedOutput } from '../output/output'
import { profileOf } from '../profile/profile-place'
import { Recording } from '../profile/recording'
import { Remarks } from '../output/remarks'
import { approvalOf, readPreferences } from '../arguments/settings'
import type { LoginArguments } from '../arguments/sign-in-arguments'
import type { CommandSignIns } from '../profile/sign-ins'

/** No server is left when it resolves. `early` is the process of the server, if it has been started. */
export async function onServer(
  args: ServerArguments,
  host: Host,
  early?: Pick<EarlyServer, 'start'>
): Promise<ExitCode> {
  const { interrupt, kill } = host
  // A process that has been started already is written down nowhere.
  const written = early ? undefined : await import('../profile/desk')
  const desk = await written?.deskOf(args.desk, host)
  const redactor = desk?.redactor ?? new Redactor()
  const output = args.isRevealed
    ? host.output
    : redactedOutput(host.output, {
        redact: (text) => redactor.redact(text),
        redactJson: (text) => redactor.redactJson(text)
      })
  const isWritten = args.server.kind === 'configured' && args.server.config === undefined
  if (desk && isWritten) written?.tellBrokenFiles(desk, output)
  const isOfPerson = args.command === 'login' || args.command === 'logout'
  const chosen = desk
    ? await chooseServer(args.server, args.overrides, desk.registry)
    : chooseProcess(args.server, args.overrides)
  if (!desk) redactor.add(valuesToHide(chosen))
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
          (json) => (args.isRevealed ? json : redactor.redactJson(json))
        )
  // Only what needs a server needs the database.
  const { openCallAudit } = await import('./call-audit')
  const preferences = readPreferences(profile, (message) => output.remark(message))
  const approval = approvalOf(preferences, host.env)
  const audit = openCallAudit({
    profile,
    preferences,
    name: server.name,
    redactor,
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
    secret: async (name) => desk?.readSecret(name)
  })
  let signIn: CommandSignIns | undefined
  const workbench: Workbench = new Workbench({
    servers: [server],
    version: version(host),
    audit,
    networks,
    ...(early && { startProcess: early.start }),
    remoteFor: (definition) => ({ credentials: signIn?.signIns.credentialsFor(definition) })
  })
  const loadSignIn = async (): Promise<CommandSignIns> => {
    const { CommandSignIns, openStore } = await import('../profile/sign-ins')
    const keyring = await host.keyring()
    signIn ??= new CommandSignIns({
      kept: openStore(profile, keyring, (text) => output.remark(text)),
      log: workbench.log,
      networks,
      redactor,
      login: (scopes) => loginCommand(args.server, args.desk, scopes),
      isClientGiven: server !== chosen,
      ...(args.command === 'login' && { openPage: (url: string) => openPage(url, args, host) })
    })
    return signIn
  }
  if (server.transport !== 'stdio') await loadSignIn()
  kill.addEventListener('abort', () => workbench.killAll(), { once: true })
  const remarks = new Remarks(output, args.isProgressSaid)
  const bytesOf = (seq: number): string | undefined => {
    const original = workbench.log.original(seq)
    const redact = (text: string): string => redactor.redactJson(text)
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
  const loadApproval = async (): Promise<CallApproval> => {
    const { CallApproval } = await import('./call-approval')
    return new CallApproval({
      profile,
      isApproved: args.isApproved === true,
      approval,
      audit,
      onNotice: (message) => output.remark(message)
    })
  }
  const job: Job = {
    workbench,
    server,
    version: version(host),
    isJson: args.isJson,
    output,
    evidence,
    hide: (values) => redactor.add(values),
    expectApproved: async (tool, given) =>
      (await loadApproval()).expect(workbench, server.id, tool, given),
    interrupt
  }
  try {
    const code = await command(args, job, { audit, loadSignIn }).catch((error: unknown) => {
      output.remark(failureText(job) ?? failureOf(error))
      return exitCodeOfError(error)
    })
    const advice = code === ExitCode.Ok || isOfPerson ? undefined : signIn?.advice(server)
    if (advice !== undefined) output.remark(advice)
    return code
  } finally {
    await workbench.closeAll()
    remarks.end()
    recording?.close()
    audit.close()
  }
}

async function openPage(
  url: string,
  { hasNoBrowser }: LoginArguments,
  { env = {}, output }: Host
): Promise<void> {
  const { showPage } = await import('./login')
  await showPage(url, { hasNoBrowser, env, output })
}

type Surroundings = {
  readonly audit: Auditing
  readonly loadSignIn: () => Promise<CommandSignIns>
}

async function command(
  args: ServerArguments,
  job: Job,
  { audit, loadSignIn }: Surroundings
): Promise<ExitCode> {
  switch (args.command) {
    case 'tools':
      return tools(job)
    case 'resources':
      return resources(job)
    case 'prompts':
      return prompts(job)
    case 'call': {
      const { call } = await import('./call')
      return call(job, args)
    }
    case 'read': {
      const { read } = await import('./read')
      return read(job, args.uri)
    }
    case 'request': {
      const { request } = await import('./request')
      return request(job, args.method, args.params)
    }
    case 'prompt': {
      const { prompt } = await import('./prompt')
      return prompt(job, args)
    }
    case 'ping': {
      const { ping } = await import('./ping')
      return ping(job)
    }
    case 'login': {
      const { login } = await import('./login')
      return login({ ...job, signIn: await loadSignIn() }, audit, args)
    }
    case 'logout': {
      const { logout } = await import('./logout')
      return logout({ ...job, signIn: await loadSignIn() }, audit)
    }
    case 'doctor': {
      const { doctor } = await import('./doctor')
      return doctor({ ...job, signIn: await loadSignIn() })
    }
    case 'metrics': {
      const { metrics } = await import('./metrics')
      return metrics({ ...job, signIn: await loadSignIn() }, args)
    }
    case 'oauth': {
      const { oauth } = await import('./oauth')
      return oauth({ ...job, signIn: await loadSignIn() }, args)
    }
  }
}
