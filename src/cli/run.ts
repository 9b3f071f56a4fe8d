/** What the command line does, from its arguments to its exit code. Knows no process of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInServers } from '../core/config/built-in-servers'
import { Workbench } from '../core/workbench'
import { messageOf } from '../shared/errors'
import { readArguments, type CliArguments, type ServerArguments } from './arguments'
import { chooseServer, configuredServers } from './choose-server'
import { call } from './commands/call'
import { doctor } from './commands/doctor'
import { prompts, resources, tools } from './commands/lists'
import { ping } from './commands/ping'
import { prompt } from './commands/prompt'
import { read } from './commands/read'
import { servers } from './commands/servers'
import { traffic } from './commands/traffic'
import { Evidence } from './evidence'
import { ExitCode, exitCodeOfError } from './exit-code'
import { failureText, type Job } from './job'
import type { Output } from './output'
import { Recording } from './recording'
import { Remarks } from './remarks'
import { USAGE } from './usage'

export type Host = {
  readonly output: Output
  readonly projectFolder: string
  /** Aborts when we are to stop in good order. */
  readonly interrupt: AbortSignal
  /** Aborts when there is no time left: whatever still runs is ended, synchronously. */
  readonly kill: AbortSignal
}

/** Never rejects. No server is left when it resolves. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await perform(readArguments(argv), host)
  } catch (error) {
    host.output.remark(messageOf(error))
    return exitCodeOfError(error)
  }
}

async function perform(args: CliArguments, host: Host): Promise<ExitCode> {
  const { output, interrupt } = host
  switch (args.command) {
    case 'help':
      output.answer(USAGE)
      return ExitCode.Ok
    case 'none':
      output.remark(USAGE)
      return ExitCode.Usage
    case 'version':
      output.answer(version(host))
      return ExitCode.Ok
    case 'servers':
      return servers(configuredServers(args.config, builtIn(host)), args.isJson, output)
    case 'traffic':
      return traffic(args, output, interrupt)
    default:
      return onServer(args, host)
  }
}

async function onServer(args: ServerArguments, host: Host): Promise<ExitCode> {
  const { output, interrupt, kill } = host
  const server = chooseServer(args.server, args.overrides, builtIn(host))
  const recording =
    args.traffic === undefined
      ? undefined
      : new Recording(args.traffic, (problem) => output.remark(problem))
  const workbench = new Workbench({ servers: [server], version: version(host) })
  kill.addEventListener('abort', () => workbench.killAll(), { once: true })
  const remarks = new Remarks(output)
  workbench.onTraffic((entry) => {
    recording?.write(entry, workbench.log.raw(entry.seq) ?? '')
    remarks.seeEntry(entry)
  })
  workbench.onSession((report) => remarks.seeSession(report))
  workbench.onCall((report) => remarks.seeCall(report))
  const evidence = new Evidence(workbench.log)
  const job: Job = { workbench, server, isJson: args.isJson, output, evidence, interrupt }
  try {
    return await command(args, job)
  } catch (error) {
    output.remark(failureText(job) ?? messageOf(error))
    return exitCodeOfError(error)
  } finally {
    await workbench.closeAll()
    remarks.end()
    recording?.close()
  }
}

function command(args: ServerArguments, job: Job): Promise<ExitCode> {
  switch (args.command) {
    case 'tools':
      return tools(job)
    case 'resources':
      return resources(job)
    case 'prompts':
      return prompts(job)
    case 'call':
      return call(job, args.tool, args.args)
    case 'read':
      return read(job, args.uri)
    case 'prompt':
      return prompt(job, args.prompt, args.args)
    case 'ping':
      return ping(job)
    case 'doctor':
      return doctor(job)
  }
}

function builtIn({ projectFolder }: Host) {
  return builtInServers(join(projectFolder, 'resources'))
}

function version({ projectFolder }: Host): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return (manifest as { version: string }).version
}
