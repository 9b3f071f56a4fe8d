/** Asks the system which proxy leads to an address, as its browsers would. */
import { session, type Session } from 'electron'
import { homedir } from 'node:os'
import { PLAIN_NETWORKS } from '../core/network/networks'
import { pacAddress, programOutput } from '../core/network/system-pac'
import { fetchBytes } from '../core/http/fetch-bytes'

/** Without `persist:` it lives in memory only. Nothing is ever loaded in it. */
const PARTITION = 'system-proxy'
/** How long what the system says is taken for true. */
const FRESH_MS = 60_000
const PAC_LIMIT_MS = 5_000
const PAC_LIMIT_BYTES = 1024 * 1024

let own: { readonly since: number; readonly session: Promise<Session> } | undefined

/** In the words of a PAC file, such as `PROXY host:8080; DIRECT`. */
export async function resolveSystemProxy(url: string): Promise<string> {
  const now = performance.now()
  if (!own || now - own.since > FRESH_MS) own = { since: now, session: open() }
  // Chromium knows rules for pages only, and those for sockets are the same.
  return (await own.session).resolveProxy(url.replace(/^ws/i, 'http'))
}

async function open(): Promise<Session> {
  const found = session.fromPartition(PARTITION)
  const script = await pacScript()
  await found.setProxy(
    script === undefined ? { mode: 'system' } : { mode: 'pac_script', pacScript: script }
  )
  return found
}

/** As a data address: this Chromium finds no host, also not that of the script. */
async function pacScript(): Promise<string | undefined> {
  const address = await pacAddress({
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    output: programOutput
  })
  if (address === undefined) return undefined
  try {
    const signal = AbortSignal.timeout(PAC_LIMIT_MS)
    const response = await fetchBytes(new URL(address), {
      signal,
      headers: {},
      network: PLAIN_NETWORKS.own
    })
    const bytes = response.ok ? await beginningOf(response) : undefined
    return bytes && `data:application/x-ns-proxy-autoconfig;base64,${bytes.toString('base64')}`
  } catch {
    return undefined // browsers go on without a file that cannot be had
  }
}

/** Undefined when it is longer than any such file. */
async function beginningOf(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > PAC_LIMIT_BYTES) return undefined // leaving the loop ends the request
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
