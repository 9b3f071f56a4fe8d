/** What the person has set for tools and for whole servers: whether they are asked before a call. */
import { unlisted } from '../../shared/question/approval-kind'
import { z } from 'zod'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Tool } from '../../shared/calls/catalogue'
import type { ServerId } from '../../shared/protocol/ids'
import {
  POLICIES,
  SERVER_POLICIES,
  type Policy,
  type RiskLevel,
  type ServerPolicy
} from '../../shared/question/inbox'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { KeptContent, type KeptContentOptions } from '../disk/kept-content'
import { namedAs, nameAgain, writtenName, type Named } from '../catalogue/seen-items'
import { canonicalHash } from '../values/canonical'
import { hashOfItem } from '../catalogue/lists'
import { whatRuns } from './identity'

const OfTool = z.looseObject({
  policy: z.enum(POLICIES),
  /** What the tool and its server were when this was set, as a hash. */
  definition: z.string()
})
type OfTool = z.output<typeof OfTool> & Named
const OfServer = z.looseObject({
  every: z.enum(SERVER_POLICIES).optional(),
  /** By the name of each tool, which may be any text, also one that no member of an object can have. */
  tools: z.array(z.tuple([z.string(), OfTool]))
})
const PoliciesFile = z.object({
  servers: z.record(z.string(), OfServer),
  /** What was set before is not known, and the person has not said that it need not be. */
  isLost: z.boolean().optional()
})

type OfServer = {
  every?: ServerPolicy | undefined
  readonly tools: Map<string, OfTool>
  /** What a newer version has set, too. */
  readonly unknown?: Readonly<Record<string, unknown>>
}

/** Only by this a tool is called without a question, so that it is for the tool as it was then. */
const LOOSE: Policy = 'allow'

/** What holds for calls that nobody makes by hand, where the person has set nothing. */
export const DEFAULT_POLICIES: Readonly<Record<RiskLevel, Policy>> = {
  low: 'allow',
  medium: 'once',
  high: 'ask'
}

/** Something that was set; for every tool of the server where it names none. */
export type SetPolicy = {
  readonly serverId: ServerId
  readonly tool?: string
  readonly policy: Policy
}

export type PoliciesOptions = KeptContentOptions & {
  readonly onChange?: () => void
  /** Takes out what must not be written down. */
  readonly redact?: (json: string) => string
}

export class Policies {
  private readonly kept: KeptContent<typeof PoliciesFile>
  private readonly byServer: Map<ServerId, OfServer>
  private lost = true

  constructor(private readonly options: PoliciesOptions) {
    const { onLoss } = options
    this.kept = new KeptContent(PoliciesFile, {
      ...options,
      // So that it is known in the next run, and to the command line, too.
      repaired: (found) => ({ servers: {}, ...found, isLost: true }),
      onLoss: (loss) => {
        const effect = this.lost ? ' You are asked before each call of a tool.' : ''
        onLoss({ ...loss, message: `${loss.message}${effect}` })
      }
    })
    const { servers, isLost = false } = this.kept.before ?? { servers: {} }
    this.byServer = new Map(
      Object.entries(servers).map(([id, { every, tools, ...unknown }]) => {
        const named = tools.map(([name, set]): [string, OfTool] => [
          name,
          { ...set, ...namedAs(name) }
        ])
        return [id as ServerId, { every, tools: new Map(named), unknown }]
      })
    )
    this.lost = isLost
  }

  /** What was set is not known: it may have been that something is denied. */
  get isLost(): boolean {
    return this.lost
  }

  /** Whether a tool is asked about only because it is not known what was set for it. */
  isAskedByLoss(server: ServerDefinition, name: string, tool: Tool | undefined): boolean {
    const own = this.ofTool(server, name, tool) ?? this.ofServer(server.id)
    return this.lost && own === undefined
  }

  /** The person need not be asked about everything any more. */
  forgetLoss(): void {
    this.lost = false
    this.write()
  }

  /** What holds for a tool as it is now; undefined where only its risk counts. */
  of(server: ServerDefinition, name: string, tool: Tool | undefined): Policy | undefined {
    const unset = this.lost ? 'ask' : undefined
    return this.ofTool(server, name, tool) ?? this.ofServer(server.id) ?? unset
  }

  /** What is set for the tool itself, and holds for it as it is now. */
  ofTool(server: ServerDefinition, name: string, tool: Tool | undefined): Policy | undefined {
    return this.ofHash(server, name, tool && hashOfItem(tool))
  }

  /** The same, by the hash of the tool. */
  ofHash(server: ServerDefinition, name: string, hash: string | undefined): Policy | undefined {
    const { tools } = this.byServer.get(server.id) ?? {}
    if (!tools) return undefined
    nameAgain(tools, [name])
    const { policy, definition } = tools.get(name) ?? {}
    if (policy !== LOOSE) return policy
    return hash !== undefined && definition === definitionOf(server, hash) ? policy : undefined
  }

  ofServer(serverId: ServerId): ServerPolicy | undefined {
    return this.byServer.get(serverId)?.every
  }

  /** Whether any tool of a server is asked about or denied also where it is called by hand. */
  isStrict(serverId: ServerId): boolean {
    const { every, tools = new Map<string, OfTool>() } = this.byServer.get(serverId) ?? {}
    const isStrictTool = [...tools.values()].some(({ policy }) => policy !== LOOSE)
    return this.lost || every !== undefined || isStrictTool
  }

  list(): readonly SetPolicy[] {
    return [...this.byServer].flatMap(([serverId, { every, tools }]) => [
      ...(every ? [{ serverId, policy: every }] : []),
      ...[...tools].map(([tool, { policy }]) => ({ serverId, tool, policy }))
    ])
  }

  /** Nothing is allowed of which nobody knows what it is. */
  set(server: ServerDefinition, name: string, tool: Tool | undefined, policy: Policy): void {
    if (policy === LOOSE && !tool) throw notKnown(name)
    const definition = definitionOf(server, tool && hashOfItem(tool))
    this.change(server.id, ({ tools }) => tools.set(name, { policy, definition }))
  }

  /** For every tool of it, also those that it does not have yet. */
  setForServer(serverId: ServerId, policy: ServerPolicy): void {
    this.change(serverId, (set) => (set.every = policy))
  }

  /** The default holds again: of a tool, or of the server for all that have none of their own. */
  remove(serverId: ServerId, name?: string): void {
    this.change(serverId, (set) => {
      if (name === undefined) delete set.every
      else set.tools.delete(name)
    })
  }

  /** What could not be written is tried once more. */
  flush(): void {
    this.kept.flush()
  }

  private change(serverId: ServerId, change: (set: OfServer) => void): void {
    const set = this.byServer.get(serverId) ?? { tools: new Map<string, OfTool>() }
    change(set)
    this.byServer.set(serverId, set)
    if (set.every === undefined && set.tools.size === 0) this.byServer.delete(serverId)
    this.write()
  }

  private write(): void {
    const { redact = (json: string) => json } = this.options
    const servers = [...this.byServer].map(([id, { every, tools, unknown }]) => {
      const named = [...tools].map(([name, set]): [string, z.output<typeof OfTool>] => {
        const { isHidden: _isHidden, ...written } = set
        return [writtenName(name, set, redact), written]
      })
      return [id, { ...unknown, every, tools: named }]
    })
    const content = {
      servers: Object.fromEntries(servers) as z.output<typeof PoliciesFile>['servers']
    }
    this.kept.write({ ...content, ...(this.lost && { isLost: true }) })
    this.options.onChange?.()
  }
}

/** For whoever wants to allow a tool that its server does not list. */
function notKnown(tool: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, unlisted(tool))
}

function definitionOf(server: ServerDefinition, hash: string | undefined): string {
  return canonicalHash([whatRuns(server), hash])
}
