/** What comes between a connection and a session over a WebSocket. */
import type { WireFailure } from '../../shared/protocol/failure'
import { settingsOf, type RemoteDefinition } from '../../shared/servers/server-config'
import { HttpClient } from '../http/http-client'
import { createRemoteWire } from '../transport/remote'
import { Tap } from '../wire/tap'
import { WireError } from '../wire/wire'
import type { Place } from './address-checks'
import { authVerdict, credentialsSent } from './auth-check'
import { failed, ok, warning, type Verdict } from './check-list'
import type { Examination } from './examination'
import { limited } from './http-survey'
import type { Ready } from './opening'
import { readDocuments } from './well-known'

const UPGRADE_LIMIT_MS = 15_000
const WELL_KNOWN_LIMIT_MS = 15_000
const DOCUMENT_WAIT_MS = 5_000
const SETTLED_LIMIT_MS = 1_000

export class WebSocketExamination {
  private readonly tap: Tap
  private readonly stranger: HttpClient
  private readonly pageUrl: URL

  constructor(
    private readonly definition: RemoteDefinition,
    private readonly examination: Examination,
    place: Place
  ) {
    const { workbench, clock } = examination
    this.tap = new Tap(workbench.log, definition.id, clock, definition.transport)
    this.pageUrl = new URL(place.url.href.replace(/^ws/i, 'http'))
    const network = workbench.networks.of(definition)
    this.stranger = new HttpClient(this.pageUrl, {}, this.tap, clock, network)
  }

  /** True when a session can be tried. */
  async run(): Promise<boolean> {
    const { list, clock } = this.examination
    let refusal: WireFailure | undefined
    const isOpen = await list.run('upgrade', UPGRADE_LIMIT_MS, async (signal) => {
      const failure = await this.tryUpgrade(signal)
      if (failure?.class === 'auth') refusal = failure
      return failure ? upgradeVerdict(failure) : ok('The connection becomes a WebSocket.')
    })
    if (!isOpen) return false
    const refused = refusal && { status: refusal.status ?? 401, headers: {} }
    let signIn: readonly string[] = []
    await list.run('well-known', WELL_KNOWN_LIMIT_MS, async (signal) => {
      const signalFor = (): AbortSignal => limited(clock, DOCUMENT_WAIT_MS, signal)
      const isNeeded = refused !== undefined
      const found = await readDocuments(this.stranger, this.pageUrl, undefined, isNeeded, signalFor)
      signIn = found.signIn
      return found.verdict
    })
    return list.run('auth', SETTLED_LIMIT_MS, async () => {
      const verdict = authVerdict(credentialsSent(this.definition), refused, signIn)
      return refusal ? { ...verdict, detail: `${refusal.message} ${verdict.detail}` } : verdict
    })
  }

  async checkSession(_state: Ready): Promise<void> {
    this.examination.list.settle('session', ok('The connection itself is the session.'))
  }

  async end(): Promise<void> {
    this.stranger.destroy()
  }

  /** Undefined when it went well. */
  private async tryUpgrade(signal: AbortSignal): Promise<WireFailure | undefined> {
    const settings = settingsOf(this.definition)
    const { clock, workbench } = this.examination
    const { networks } = workbench
    const wire = createRemoteWire(this.definition, settings, this.tap, clock, { networks })
    const onAbort = (): void => wire.kill()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await wire.start()
      return undefined
    } catch (error) {
      if (error instanceof WireError) return error.failure
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
      await wire.close()
    }
  }
}

function upgradeVerdict({ class: kind, status, message }: WireFailure): Verdict {
  if (kind === 'auth') return warning(message, 'See what the check of the authorization says.')
  if (status !== undefined && status >= 500) {
    return failed(message, 'The server failed inside: read its log, mend that, and try again.')
  }
  if (status !== undefined) {
    return failed(
      `What answers there speaks HTTP, and does not become a WebSocket. ${message}`,
      'Check the path of the address; if it is an MCP server over HTTP, set "transport" to "streamable-http".'
    )
  }
  return failed(message, 'Check that a WebSocket server listens at this address.')
}
