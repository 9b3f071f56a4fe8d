/** Addresses without `URL`, which this layer does not have. */

export function addressIn(text: string): string | undefined {
  const bare = text.replace(/^<(.*)>$/s, '$1').replace(/^(["'])(.*)\1$/s, '$2')
  if (/^(https?|wss?|unix|pipe):\/\/[^\s"'<>]+$/i.test(bare)) return bare
  const [, host] =
    /^(localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:]+\]):\d{1,5}(?:\/[^\s"'<>]*)?$/i.exec(bare) ?? []
  if (host === undefined) return undefined
  return `${/^(localhost|127\.|\[::1\])/i.test(host) ? 'http' : 'https'}://${bare}`
}

const LEADING = /^(www|mcp|api|mcp-server|server|gateway)$/i
/** Ends of host names that say nothing without what stands before them. */
const SECOND_LEVEL = /^(co|com|org|net|gov|ac|edu)$/i

/** https://mcp.linear.app/sse gives linear; http://localhost:3000/mcp gives localhost-3000. */
export function nameOfAddress(url: string): string {
  const [, socket] = /^(?:unix|pipe):\/\/[^#]*\/([^/#.]+)[^/#]*(?:#|$)/i.exec(url) ?? []
  if (socket !== undefined) return socket
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const [, name = host, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  if (/^(\[.*\]|[\d.]+|localhost)$/i.test(name)) {
    const shown = name.replace(/[[\]]/g, '') || 'server'
    return port === undefined ? shown : `${shown}-${port}`
  }
  const labels = name
    .toLowerCase()
    .split('.')
    .filter((label) => label !== '')
  const ends = labels.length > 2 && SECOND_LEVEL.test(labels.at(-2) ?? '') ? 2 : 1
  const telling = labels.slice(0, Math.max(1, labels.length - ends))
  const kept = telling.filter((label) => !LEADING.test(label))
  const [first = telling.at(-1) ?? 'server'] = kept
  return first.replace(/^mcp-|-mcp$/g, '') || 'server'
}
