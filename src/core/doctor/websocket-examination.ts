/** What comes between a connection and a session over a WebSocket. */
import type { WireFailure } from '../../shared/protocol/failure'
import { settingsOf, type RemoteDefinition } from '../../shared/servers/server-config'
import { composed, type Credentials } from '../http/credentials'
import { HttpClient } from '../http/http-client'
import { createRemoteWire } from '../transport/remote'
import { Tap } from '../wire/tap'
import { WireError } from '../wire/wire'
import type { Place } from './address-checks'
import { authVerdict, namesSent, type Refused } from './auth-check'
import { failed, ok, warning, type Verdict } from './check-list'
import type { Examination } from './examination'
import { limited } from './http-survey'
import type { Ready } from './opening'
import { readDocuments } from './well-known'

const UPGRADE_LIMIT_MS = 15_000
const WELL_KNOWN_LIMIT_MS = 15_000
const DOCUMENT_WAIT_MS = 5_000
const SETTLED_LIMIT_MS = 1_000

/** One attempt to open it, with the headers of a refusal. */
type Attempted = { readonly failure?: WireFailure; readonly headers: Refused['headers'] }

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
    const { list, clock, credentials } = this.examination
    let refused: Refused | undefined
    const isOpen = await list.run('upgrade', UPGRADE_LIMIT_MS, async (signal) => {
      const { failure, headers } = await this.tryUpgrade(signal)
      if (failure?.class === 'auth') refused = { status: failure.status ?? 401, headers }
      return failure ? upgradeVerdict(failure) : ok('The connection becomes a WebSocket.')
    })
    if (!isOpen) return false
    let signIn: readonly string[] = []
    await list.run('well-known', WELL_KNOWN_LIMIT_MS, async (signal) => {
      const signalFor = (): AbortSignal => limited(clock, DOCUMENT_WAIT_MS, signal)
      const isNeeded = refused !== undefined
      const challenge = refused?.headers['www-authenticate']
      const found = await readDocuments(this.stranger, this.pageUrl, challenge, isNeeded, signalFor)
      signIn = found.signIn
      return found.verdict
    })
    return list.run('auth', SETTLED_LIMIT_MS, async () => {
      const attempt = { method: 'GET', url: this.pageUrl, headers: {} }
      const sent = await namesSent(this.definition, credentials, attempt)
      return authVerdict(sent, refused, signIn, credentials !== undefined)
    })
  }

  async checkSession(_state: Ready): Promise<void> {
    this.examination.list.settle('session', ok('The connection itself is the session.'))
  }

  async end(): Promise<void> {
    this.stranger.destroy()
  }

  private async tryUpgrade(signal: AbortSignal): Promise<Attempted> {
    const settings = settingsOf(this.definition)
    const { clock, workbench, credentials: signIn } = this.examination
    const { networks } = workbench
    let headers: Refused['headers'] = {}
    const listener: Credentials = {
      headersFor: () => ({}),
      answerRefusal: async ({ replied }) => {
        headers = replied
        return false
      }
    }
    const credentials = composed(listener, signIn)
    const around = { networks, credentials }
    const wire = createRemoteWire(this.definition, settings, this.tap, clock, around)
    const onAbort = (): void => wire.kill()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await wire.start()
      return { headers }
    } catch (error) {
      if (error instanceof WireError) return { failure: error.failure, headers }
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
