/** What is known of a session from watching its frames: who agreed on what, and what was asked. */
import { isObject } from '../../shared/json/json'
import { isRpcId, type FrameShape, type Params, type RpcId } from '../../shared/protocol/json-rpc'
import { isLegacyRevision, MODERN_REVISION } from '../../shared/protocol/revisions'
import { LIMITS } from '../bounds/limits'
import { keyOf } from '../text/long-text'
import { Listings, type Page } from './listings'
import { ProgressTokens } from './progress'

export type Era = 'unknown' | 'legacy' | 'modern'
export type Capabilities = Readonly<Record<string, unknown>>

const META = 'io.modelcontextprotocol/'
const MODERN_ERRORS: ReadonlySet<unknown> = new Set([-32020, -32021, -32022])

/** What has to be known of one of our requests when its answer comes. */
type Note = { readonly token?: RpcId; readonly page?: Page }

export class Overheard {
  era: Era = 'unknown'
  /** The one that is in force; undefined until both sides agree on one that is known. */
  revision: string | undefined
  clientCapabilities: Capabilities | undefined
  serverCapabilities: Capabilities | undefined
  isInitialized = false
  /** The server answers requests although it was never initialized. */
  isBare = false
  hasAskedForLogs = false
  readonly progress = new ProgressTokens()
  readonly listings = new Listings()
  private readonly notes = new Map<RpcId, Note>()

  /** Whether a revision is in force, and it is an earlier one. */
  isBefore(revision: string): boolean {
    return this.revision !== undefined && this.revision < revision
  }

  /** A client may ask in both ways at once, and go on with the server in the one it answers first. */
  private get isAgreed(): boolean {
    return this.era === 'legacy' && this.revision !== undefined
  }

  /** Takes note of a frame of ours. */
  say(shape: FrameShape): void {
    if (shape.kind === 'notification') {
      if (shape.method === 'notifications/initialized') this.isInitialized = true
      else if (shape.method === 'notifications/cancelled') this.cancel(shape.params['requestId'])
    } else if (shape.kind === 'request') {
      this.ask(shape.id, shape.method, shape.params)
    }
  }

  /** Takes note of an answer of the server to the request with that id, before it is checked. */
  hear(id: RpcId, method: string, shape: FrameShape): Page | undefined {
    const note = this.takeNote(id)
    if (shape.kind === 'error') {
      const code = isObject(shape.error) ? shape.error['code'] : undefined
      if (!this.isAgreed && MODERN_ERRORS.has(code)) this.becomeModern()
    } else if (shape.kind === 'result') {
      this.learn(method, shape.result)
    }
    const isTask = shape.kind === 'result' && isTaskResult(shape.result)
    if (note?.token !== undefined && !isTask) this.progress.end(note.token)
    return note?.page
  }

  private ask(id: RpcId, method: string, params: Params): void {
    if (method === 'initialize') this.startLegacy(params)
    const meta = params['_meta']
    const token = isObject(meta) ? this.readMeta(method, meta) : undefined
    if (token !== undefined) this.progress.begin(token)
    const page = this.listings.ask(method, params['cursor'])
    if (token === undefined && !page) return
    this.notes.set(keyOf(id), { ...(token !== undefined && { token }), ...(page && { page }) })
    if (this.notes.size <= LIMITS.requestsNoted.most) return
    for (const oldest of this.notes.keys()) {
      this.notes.delete(oldest)
      break
    }
  }

  private readMeta(method: string, meta: Record<string, unknown>): RpcId | undefined {
    const version = meta[`${META}protocolVersion`]
    // What was agreed on by a handshake stays so, whatever a person writes there.
    if (typeof version === 'string' && !this.isAgreed) {
      // Asking a server what it is does not make it modern; talking to it as one does.
      if (method !== 'server/discover') this.becomeModern(version)
      const capabilities = meta[`${META}clientCapabilities`]
      if (isObject(capabilities)) this.clientCapabilities = capabilities
      if (meta[`${META}logLevel`] !== undefined) this.hasAskedForLogs = true
    }
    const token = meta['progressToken']
    return isRpcId(token) ? keyOf(token) : undefined
  }

  private startLegacy({ capabilities }: Params): void {
    this.era = 'legacy'
    this.revision = undefined
    this.isInitialized = false
    this.serverCapabilities = undefined
    this.clientCapabilities = isObject(capabilities) ? capabilities : {}
  }

  private becomeModern(revision: string = MODERN_REVISION): void {
    this.era = 'modern'
    this.revision = revision
  }

  private learn(method: string, result: unknown): void {
    if (!isObject(result)) return
    const { protocolVersion, supportedVersions, capabilities } = result
    if (method === 'initialize') {
      if (this.era !== 'legacy') return
      if (isLegacyRevision(protocolVersion)) this.revision = protocolVersion
      this.serverCapabilities = isObject(capabilities) ? capabilities : {}
    } else if (method === 'server/discover') {
      if (this.isAgreed || !Array.isArray(supportedVersions)) return
      if (supportedVersions.includes(MODERN_REVISION)) this.becomeModern()
      if (isObject(capabilities)) this.serverCapabilities = capabilities
    } else if (method === 'tools/list' && this.era !== 'modern' && !this.serverCapabilities) {
      this.isBare = true
    }
  }

  private cancel(requestId: unknown): void {
    const token = isRpcId(requestId) ? this.takeNote(requestId)?.token : undefined
    if (token !== undefined) this.progress.cancel(token)
  }

  private takeNote(id: RpcId): Note | undefined {
    const key = keyOf(id)
    const note = this.notes.get(key)
    this.notes.delete(key)
    return note
  }
}

/** A result that only promises one: the request goes on, and so does its progress. */
export function isTaskResult(result: unknown): boolean {
  return isObject(result) && (isObject(result['task']) || result['resultType'] === 'task')
}
