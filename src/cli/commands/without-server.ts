/** What is done with servers that are written down, without one of them being asked. */
import { readConfigFile } from '../../core/server-file/config-file'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { CliArguments, ServerArguments } from '../arguments/arguments'
import { clearSignIns, listSignIns } from './auth'
import { forget } from './logout'
import { servers } from './servers'
import { trust } from './trust'
import { deskOf, tellBrokenFiles } from '../profile/desk'
import { ExitCode } from '../output/exit-code'
import type { Host } from '../profile/host'
import { orInterrupted } from '../output/interrupt'
import { oneLine } from '../output/one-line'
import { profileOf } from '../profile/profile-place'
import { readPreferences } from '../arguments/settings'
import { openStore } from '../profile/sign-ins'

type Of<Command extends CliArguments['command']> = Extract<CliArguments, { command: Command }>

/** Lists what can be read, also where something else cannot be. */
export async function listServers(
  { config, desk: choice, isJson }: Of<'servers'>,
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
export async function forgetUntrusted(
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
  const kept = openStore(profile, await host.keyring(), (text) => host.output.remark(text))
  if (!found || !kept.store.has(found.id)) throw error
  return forget(found.id, found.name, kept, host.output)
}

export async function trustServer(args: Of<'trust'>, host: Host): Promise<ExitCode> {
  const { output } = host
  const desk = await deskOf(args.desk, host)
  tellBrokenFiles(desk, output)
  const profile = profileOf(args.desk.profile ?? host.profile)
  const { openCallAudit } = await import('./call-audit')
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

export async function signInsOf(args: Of<'auth'>, host: Host): Promise<ExitCode> {
  const { output, interrupt } = host
  const desk = await deskOf(args.desk, host)
  const profile = profileOf(args.desk.profile ?? host.profile)
  const kept = openStore(profile, await host.keyring(), (text) => output.remark(text))
  const known = desk.registry.summaries()
  const done =
    args.action === 'list'
      ? listSignIns(kept, known, args.isJson, output)
      : clearSignIns(kept, known, args.action.clear, output)
  return orInterrupted(interrupt, done)
}
