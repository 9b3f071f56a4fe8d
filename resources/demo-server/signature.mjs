// Checks who signed a request. Written apart from the code of Patchbay that signs: one tests the other.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A signature that is older is refused, and so is one from the future. */
const HOLDS_S = 300

export class SignatureCheck {
  #seen = new Map()

  constructor({ secret, scheme, method, now }) {
    Object.assign(this, { secret, scheme, method, now })
  }

  /** Why the request is refused; undefined when it is not. */
  refusal(request, body) {
    const given = request.headers['x-mcp-signature']
    const timestamp = request.headers['x-mcp-timestamp']
    if (given === undefined || timestamp === undefined) {
      return ['missing', 'X-MCP-Signature and X-MCP-Timestamp are needed, and one is missing.']
    }
    const now = Math.floor(this.now() / 1_000)
    const age = now - Number(timestamp)
    if (!/^\d+$/.test(timestamp) || Math.abs(age) > HOLDS_S) {
      return ['stale', `The timestamp is ${age} s old, and a signature holds for ${HOLDS_S} s.`]
    }
    if (!isSame(given, this.#expected(request, timestamp, body))) {
      return [
        'mismatch',
        'The signature does not fit the request: another secret, or another body.'
      ]
    }
    for (const [signature, at] of this.#seen) if (now - at > HOLDS_S) this.#seen.delete(signature)
    if (this.#seen.has(given)) return ['replayed', 'This signature was used before.']
    this.#seen.set(given, Number(timestamp))
    return undefined
  }

  #expected(request, timestamp, body) {
    const text =
      this.scheme === 'v1'
        ? `v1\n${timestamp}\n${request.method}\n${request.url}\n${createHash('sha256').update(body).digest('hex')}`
        : `${this.method === 'http' ? request.method : methodIn(request, body)}${timestamp}${body}`
    return createHmac('sha256', this.secret).update(text).digest('hex')
  }
}

/** What is no message with a method is signed with that of HTTP. */
function methodIn(request, body) {
  try {
    const { method } = JSON.parse(body)
    return typeof method === 'string' ? method : request.method
  } catch {
    return request.method
  }
}

function isSame(given, expected) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
