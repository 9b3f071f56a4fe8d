/** What the person has set for tools and for whole servers: whether they are asked before a call. */
import { z } from 'zod'
import { messageOf } from '../../shared/errors'
import type { Tool } from '../../shared/catalogue'
import type { ServerId } from '../../shared/ids'
import {
  POLICIES,
  SERVER_POLICIES,
  type Policy,
  type RiskLevel,
  type ServerPolicy
} from '../../shared/inbox'
import type { ServerDefinition } from '../../shared/server-config'
import { systemClock } from '../clock'
import { KeptFile, type Loss } from '../config/kept-file'
import { canonicalHash } from './canonical'
import { whatRuns } from './identity'

const OfTool = z.object({
  policy: z.enum(POLICIES),
  /** What the tool and its server were when this was set, as a hash. */
  definition: z.string()
})
type OfTool = z.output<typeof OfTool>
const OfServer = z.object({
  every: z.enum(SERVER_POLICIES).optional(),
  /** By the name of each tool, which may be any text, also one that no member of an object can have. */
  tools: z.array(z.tuple([z.string(), OfTool]))
})
const PoliciesFile = z.object({ servers: z.record(z.string(), OfServer) })

type OfServer = { every?: ServerPolicy | undefined; readonly tools: Map<string, OfTool> }

/** These are for the tool as it was, so that a tool which is another one by now inherits nothing. */
const LOOSE: readonly Policy[] = ['allow', 'once']

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

export type PoliciesOptions = {
  /** Without one nothing outlives this run. */
  readonly path?: string
  readonly onChange?: () => void
  readonly onLoss: (loss: Loss) => void
  readonly complain: (message: string) => void
}

export class Policies {
  private readonly file: KeptFile<typeof PoliciesFile> | undefined
  private readonly byServer: Map<ServerId, OfServer>
  /** What was set is not known: it may have been that something is denied. */
  private readonly isLost: boolean

  constructor(private readonly options: PoliciesOptions) {
    const { path, onLoss } = options
    this.file = path === undefined ? undefined : new KeptFile(path, PoliciesFile, systemClock)
    const { servers } = this.file?.read() ?? { servers: {} }
    this.byServer = new Map(
      Object.entries(servers).map(([id, { every, tools }]) => [
        id as ServerId,
        { every, tools: new Map(tools) }
      ])
    )
    const { loss } = this.file ?? {}
    this.isLost = loss !== undefined
    if (!loss) return
    onLoss({ ...loss, message: `${loss.message} You are asked before each call of a tool.` })
  }

  /** What holds for a tool as it is now; undefined where only its risk counts. */
  of(server: ServerDefinition, name: string, tool: Tool | undefined): Policy | undefined {
    const unset = this.isLost ? 'ask' : undefined
    return this.ofTool(server, name, tool) ?? this.ofServer(server.id) ?? unset
  }

  /** What is set for the tool itself, and holds for it as it is now. */
  ofTool(server: ServerDefinition, name: string, tool: Tool | undefined): Policy | undefined {
    const { policy, definition } = this.byServer.get(server.id)?.tools.get(name) ?? {}
    if (policy === undefined || !LOOSE.includes(policy)) return policy
    return definition === definitionOf(server, tool) ? policy : undefined
  }

  ofServer(serverId: ServerId): ServerPolicy | undefined {
    return this.byServer.get(serverId)?.every
  }

  /** Whether any tool of a server is asked about or denied also where it is called by hand. */
  isStrict(serverId: ServerId): boolean {
    const { every, tools = new Map<string, OfTool>() } = this.byServer.get(serverId) ?? {}
    const isStrictTool = [...tools.values()].some(({ policy }) => !LOOSE.includes(policy))
    return this.isLost || every !== undefined || isStrictTool
  }

  list(): readonly SetPolicy[] {
    return [...this.byServer].flatMap(([serverId, { every, tools }]) => [
      ...(every ? [{ serverId, policy: every }] : []),
      ...[...tools].map(([tool, { policy }]) => ({ serverId, tool, policy }))
    ])
  }

  set(server: ServerDefinition, name: string, tool: Tool | undefined, policy: Policy): void {
    const definition = definitionOf(server, tool)
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

  move(from: ServerId, to: ServerId): void {
    const set = this.byServer.get(from)
    if (!set || from === to) return
    this.byServer.delete(from)
    this.byServer.set(to, set)
    this.write()
  }

  private change(serverId: ServerId, change: (set: OfServer) => void): void {
    const set = this.byServer.get(serverId) ?? { tools: new Map<string, OfTool>() }
    change(set)
    this.byServer.set(serverId, set)
    if (set.every === undefined && set.tools.size === 0) this.byServer.delete(serverId)
    this.write()
  }

  private write(): void {
    const servers = Object.fromEntries(
      [...this.byServer].map(([id, { every, tools }]) => [id, { every, tools: [...tools] }])
    )
    try {
      this.file?.update(() => ({ servers }))
    } catch (error) {
      this.options.complain(messageOf(error))
    }
    this.options.onChange?.()
  }
}

function definitionOf(server: ServerDefinition, tool: Tool | undefined): string {
  return canonicalHash([whatRuns(server), tool])
}
