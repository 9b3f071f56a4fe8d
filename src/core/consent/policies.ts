/** What the person has set for each tool: whether they are asked before it is called. */
import { z } from 'zod'
import { messageOf } from '../../shared/errors'
import type { Tool } from '../../shared/catalogue'
import type { ServerId } from '../../shared/ids'
import { POLICIES, type Policy, type RiskLevel } from '../../shared/inbox'
import { systemClock } from '../clock'
import { KeptFile } from '../config/kept-file'
import { canonicalHash } from './canonical'

const SetPolicy = z.object({
  policy: z.enum(POLICIES),
  /** What the tool was when this was set, as a hash. */
  definition: z.string()
})
type SetPolicy = z.output<typeof SetPolicy>
/** By the name of each tool, which may be any text, also one that no member of an object can have. */
const PoliciesFile = z.object({
  servers: z.record(z.string(), z.array(z.tuple([z.string(), SetPolicy])))
})

/** These are for the tool as it was, so that a tool which is another one by now inherits nothing. */
const LOOSE: readonly Policy[] = ['allow', 'once']

/** What holds for calls that nobody makes by hand, where the person has set nothing. */
export const DEFAULT_POLICIES: Readonly<Record<RiskLevel, Policy>> = {
  low: 'allow',
  medium: 'once',
  high: 'ask'
}

export type PoliciesOptions = {
  /** Without one nothing outlives this run. */
  readonly path?: string
  readonly complain: (message: string) => void
}

export class Policies {
  private readonly file: KeptFile<typeof PoliciesFile> | undefined
  private readonly byServer: Map<string, Map<string, SetPolicy>>
  /** What was set is not known: it may have been that something is denied. */
  private readonly isLost: boolean

  constructor(private readonly options: PoliciesOptions) {
    const { path, complain } = options
    this.file = path === undefined ? undefined : new KeptFile(path, PoliciesFile, systemClock)
    const { servers } = this.file?.read() ?? { servers: {} }
    this.byServer = new Map(Object.entries(servers).map(([id, tools]) => [id, new Map(tools)]))
    const { loss } = this.file ?? {}
    this.isLost = loss !== undefined
    if (loss !== undefined) complain(`${loss} You are asked before each call of a tool.`)
  }

  /** For a tool as its definition is now; undefined for one that its server does not list. */
  of(serverId: ServerId, name: string, tool: Tool | undefined): Policy | undefined {
    const unset = this.isLost ? 'ask' : undefined
    const { policy, definition } = this.byServer.get(serverId)?.get(name) ?? { policy: unset }
    if (policy === undefined || !LOOSE.includes(policy)) return policy
    return definition === canonicalHash(tool) ? policy : unset
  }

  /** Whether any tool of a server is asked about or denied also where it is called by hand. */
  isStrict(serverId: ServerId): boolean {
    const set = [...(this.byServer.get(serverId)?.values() ?? [])]
    return this.isLost || set.some(({ policy }) => !LOOSE.includes(policy))
  }

  /** Without a policy the default holds again. */
  set(serverId: ServerId, name: string, tool: Tool | undefined, policy: Policy | undefined): void {
    const tools = this.byServer.get(serverId) ?? new Map<string, SetPolicy>()
    if (policy === undefined) tools.delete(name)
    else tools.set(name, { policy, definition: canonicalHash(tool) })
    this.byServer.set(serverId, tools)
    this.write()
  }

  move(from: ServerId, to: ServerId): void {
    const tools = this.byServer.get(from)
    if (!tools) return
    this.byServer.delete(from)
    this.byServer.set(to, tools)
    this.write()
  }

  private write(): void {
    const servers = Object.fromEntries([...this.byServer].map(([id, tools]) => [id, [...tools]]))
    try {
      this.file?.update(() => ({ servers }))
    } catch (error) {
      this.options.complain(messageOf(error))
    }
  }
}
