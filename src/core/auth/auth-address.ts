/**
 * Which addresses a sign-in may use. A server names them, so a hostile one could make Patchbay ask
 * machines that only this one can reach: an address has to be encrypted, or on this machine like the
 * server itself, and may not lead into a network that the server is not in.
 */
import type { LookupFunction } from 'node:net'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { hostKind, type HostKind } from '../address/hosts'
import { ADDRESS_REFUSED, lookup, lookUpAll } from '../network/lookup'
import { shownUrl } from '../address/shown-address'

/** How near to this machine: what is near may be named by what is as near. */
const NEARNESS: Readonly<Record<HostKind, number>> = {
  public: 0,
  private: 1,
  'link-local': 2,
  metadata: 2,
  loopback: 3
}

export class AuthAddresses {
  private nearest: Promise<number> | undefined

  constructor(private readonly serverUrl: URL) {}

  /** Throws a sentence that says why the address is not asked. */
  async check(url: URL): Promise<void> {
    const refuse = (why: string): WorkbenchError =>
      new WorkbenchError(
        WorkbenchErrorCode.InvalidInput,
        `Patchbay does not ask ${shownUrl(url)}: ${why}.`
      )
    if (url.username !== '' || url.password !== '')
      throw refuse('there is a name or password in it')
    const kind = hostKind(url.hostname)
    if (url.protocol !== 'https:') {
      if (url.protocol !== 'http:') throw refuse('it is not an address of the web')
      if (kind !== 'loopback') throw refuse('it is not encrypted, and it is not on this machine')
    }
    if (NEARNESS[kind] > (await this.nearness())) throw refuse(whyTooNear(kind))
  }

  /** The same for the addresses behind a name, at the moment they are used. */
  readonly lookup: LookupFunction = (name, options, callback) => {
    lookup(name, options, (error, found, family) => {
      if (error) return callback(error, '')
      void this.nearness().then((nearness) => {
        const all: Awaited<ReturnType<typeof lookUpAll>> =
          typeof found === 'string' ? [{ address: found, family: family ?? 4 }] : found
        const usable = all.filter(({ address }) => NEARNESS[hostKind(address)] <= nearness)
        const [first] = usable
        const [refused] = all
        if (!first) return callback(tooNear(name, refused?.address ?? ''), '')
        if (options.all === true) callback(null, [...usable])
        else callback(null, first.address, first.family)
      })
    })
  }

  private nearness(): Promise<number> {
    this.nearest ??= nearnessOf(this.serverUrl.hostname)
    return this.nearest
  }
}

async function nearnessOf(hostname: string): Promise<number> {
  const named = NEARNESS[hostKind(hostname)]
  // A name that cannot be looked up says where it leads by itself, as far as that goes.
  const addresses = await lookUpAll(hostname.replace(/^\[|\]$/g, '')).catch(() => [])
  // Whoever names a near address beside a far one must not get nearer by it.
  if (addresses.length === 0) return named
  return Math.min(...addresses.map(({ address }) => NEARNESS[hostKind(address)]))
}

function whyTooNear(kind: HostKind): string {
  return kind === 'loopback'
    ? 'it is on this machine, and the server is not'
    : 'it leads into your own network, and the server is not there'
}

function tooNear(name: string, address: string): NodeJS.ErrnoException {
  const message = `the name ${name} leads to ${address}: ${whyTooNear(hostKind(address))}`
  return Object.assign(new Error(message), { code: ADDRESS_REFUSED, syscall: 'getaddrinfo' })
}
