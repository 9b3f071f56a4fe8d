import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInServers } from '../core/config/built-in-servers'
import { Workbench } from '../core/workbench'
import { messageOf } from '../shared/errors'
import type { TrafficEntry } from '../shared/traffic'
import { readArguments, USAGE, type CliArguments } from './arguments'
import { call } from './commands/call'
import { servers } from './commands/servers'
import { tools } from './commands/tools'
import { ExitCode, exitCodeOfError } from './exit-code'
import { terminalOutput } from './output'

const projectFolder = join(import.meta.dirname, '../..')
const output = terminalOutput()
let interrupt: (() => void) | undefined

const workbench = new Workbench({
  servers: builtInServers(join(projectFolder, 'resources')),
  version: version()
})

/** The first Ctrl+C asks the server to stop, the second one does not ask. */
process.on('SIGINT', () => {
  const ask = interrupt
  interrupt = undefined
  if (ask) return ask()
  workbench.killAll()
  process.exit(ExitCode.Interrupted)
})
process.on('SIGTERM', () => {
  workbench.killAll()
  process.exit(ExitCode.Interrupted)
})

/** Whatever way we end, no server outlives us. */
process.on('exit', () => workbench.killAll())
workbench.onTraffic(remark)

process.exitCode = await main()

/** What the server says beside its answers, and what is wrong with what it says. */
function remark({ serverId, kind, text = '', finding }: TrafficEntry): void {
  if (kind === 'stderr') output.remark(`[${serverId}] ${text}`)
  else if (finding !== undefined) output.remark(`[${serverId}] ${finding} ${text}`.trimEnd())
}

async function main(): Promise<ExitCode> {
  try {
    return await perform(readArguments(process.argv.slice(2)))
  } catch (error) {
    output.remark(messageOf(error))
    return exitCodeOfError(error)
  } finally {
    await workbench.closeAll()
  }
}

async function perform(args: CliArguments): Promise<ExitCode> {
  switch (args.command) {
    case 'help':
      output.answer(USAGE)
      return ExitCode.Ok
    case 'none':
      output.remark(USAGE)
      return ExitCode.Usage
    case 'version':
      output.answer(version())
      return ExitCode.Ok
    case 'servers':
      return servers(workbench, args.isJson, output)
    case 'tools':
      return tools(workbench, args.server, args.isJson, output)
    case 'call':
      return call(workbench, args, output, (ask) => (interrupt = ask))
  }
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
  return (manifest as { version: string }).version
}
