/**
 * Pictures that servers give for themselves and their tools. Only small ones made of dots: what is
 * drawn by a program, such as SVG, could do more than be looked at. Nothing is fetched that the
 * server could not have been asked for anyway, and nothing tells it who asks.
 */
import { pictureHead } from '../../shared/calls/picture-head'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { Network } from '../network/network'
import { fetchBytes } from './fetch-bytes'

const LIMIT_BYTES = 64 * 1024
/** In width, and in height. */
const LIMIT_DOTS = 1_024
const LIMIT_MS = 5_000
const MOST_REDIRECTS = 3
const DATA = /^data:image\/[\w.+-]+;base64,([A-Za-z\d+/]+={0,2})$/i

export type Fetch = typeof fetchBytes

/** As a data address; undefined when there is no picture that may be shown. Never rejects. */
export async function readIcon(
  src: string,
  definition: ServerDefinition,
  network: Network,
  fetchIcon: Fetch = fetchBytes
): Promise<string | undefined> {
  const bytes = /^data:/i.test(src)
    ? inAddress(src)
    : await fetched(src, definition, network, fetchIcon).catch(() => undefined) // no picture, then
  const type = bytes && typeOf(bytes)
  return type && `data:${type};base64,${bytes.toString('base64')}`
}

function inAddress(src: string): Buffer | undefined {
  const [, data = ''] = DATA.exec(src) ?? []
  const bytes = Buffer.from(data, 'base64')
  return bytes.length > 0 && bytes.length <= LIMIT_BYTES ? bytes : undefined
}

async function fetched(
  src: string,
  definition: ServerDefinition,
  network: Network,
  fetchIcon: Fetch
): Promise<Buffer | undefined> {
  const own = definition.transport === 'stdio' ? null : URL.parse(definition.url)
  const signal = AbortSignal.timeout(LIMIT_MS)
  let url = URL.parse(src)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const isOwn = url?.protocol === 'https:' && url.origin === own?.origin
    if (!url || !isOwn || url.username !== '' || url.password !== '') return undefined
    const response = await fetchIcon(url, {
      signal,
      network,
      headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' }
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) {
      return response.ok ? bodyOf(response) : undefined
    }
    await response.body?.cancel()
    url = URL.parse(location, url.href)
  }
  return undefined
}

async function bodyOf(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > LIMIT_BYTES) return undefined // leaving the loop ends the request
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** What it is by its first bytes, whatever the server says that it is; a small file may unpack to a lot. */
function typeOf(bytes: Buffer): string | undefined {
  const { type, width, height } = pictureHead(bytes) ?? {}
  const isShown = isLength(width) && isLength(height) && TYPES.has(type ?? '')
  return isShown ? type : undefined
}

function isLength(dots: number | undefined): boolean {
  return dots !== undefined && dots > 0 && dots <= LIMIT_DOTS
}
