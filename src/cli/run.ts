/** What the command line does, from its arguments to its exit code. Knows no process of its own. */
import { messageOf } from '../shared/protocol/errors'
import { readArguments, type CliArguments, type ServerArguments } from './arguments/arguments'
import { startEarly } from './commands/early-start'
import { ExitCode, exitCodeOfError } from './output/exit-code'
import { helpAbout } from './arguments/help'
import { version, type Host } from './profile/host'
import { profileOf } from './profile/profile-place'
import { USAGE } from './output/usage'

/** Never rejects. No server is left when it resolves. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  try {
    return await perform(readArguments(argv, host.sources), host)
  } catch (error) {
    host.output.remark(messageOf(error))
    return exitCodeOfError(error)
  }
}

/** Each command loads what it needs. */
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
    case 'servers': {
      const { listServers } = await import('./commands/without-server')
      return listServers(args, host)
    }
    case 'trust': {
      const { trustServer } = await import('./commands/without-server')
      return trustServer(args, host)
    }
    case 'auth': {
      const { signInsOf } = await import('./commands/without-server')
      return signInsOf(args, host)
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
    case 'logout':
      return onServer(args, host).catch(async (error: unknown) => {
        const { forgetUntrusted } = await import('./commands/without-server')
        return forgetUntrusted(args, host, error)
      })
    case 'metrics file': {
      const { metricsOfFile } = await import('./commands/metrics')
      return metricsOfFile(args, output, interrupt)
    }
    default:
      return onServer(args, host)
  }
}

async function onServer(args: ServerArguments, host: Host): Promise<ExitCode> {
  const early = startEarly(args, host)
  try {
    const server = await import('./commands/on-server')
    return await server.onServer(args, host, early)
  } finally {
    await early?.end()
  }
}
