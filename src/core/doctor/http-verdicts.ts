/** What a status and a content type say about an address. */
import { parseJson } from '../../shared/json/json'
import type { WireFailure } from '../../shared/protocol/failure'
import { retryAfterMs } from '../http/http-failure'
import { preview } from '../text/preview'
import { isJsonType } from '../transport/http-wire'
import { failed, ok, skipped, warning, type Verdict } from './check-list'
import type { Answer } from './http-probe'

export function isAuthStatus(status: number): boolean {
  return status === 401 || status === 403
}

/** `other` is an address on the same host where a server of this kind answers. */
export function statusVerdict(answer: Answer, other: string | undefined, now: number): Verdict {
  const { method, status, isRpc, text, headers } = answer
  const quote = preview(text) === '' ? '' : ` It said: “${preview(text)}”`
  const detail = `It answered ${method} with status ${status}.${quote}`
  if (isAuthStatus(status)) {
    return warning(
      `It answered ${method} with status ${status}: it does not let Patchbay in.`,
      SEE_AUTH
    )
  }
  if (status >= 200 && status < 300) return ok(`It answered ${method} with status ${status}.`)
  if (isRpc) {
    return ok(`It answered ${method} with status ${status} and an error, which is an answer too.`)
  }
  if (other !== undefined) {
    return failed(
      `${detail} At ${other} on the same host there is an answer.`,
      `Write ${other} as the path of the address.`
    )
  }
  if (status === 429 || status === 503) {
    const waitMs = retryAfterMs(headers['retry-after'], now)
    const when = waitMs === undefined ? 'later' : `in ${Math.ceil(waitMs / 1_000)} s`
    return failed(detail, `The server wants to be left alone for a while: try again ${when}.`)
  }
  return failed(detail, ADVICE[status] ?? adviceByClass(status))
}

const SEE_AUTH = 'See what the check of the authorization says.'

const ADVICE: Readonly<Record<number, string>> = {
  400: 'The server does not take this for a request of its protocol: check the address, and the transport and headers in the definition.',
  404: 'Check the path of the address: many servers answer at /mcp, older ones at /sse.',
  405: 'The address knows other methods only: check its path, or set "transport" to "sse" if it is an older server.',
  406: 'Something on the way changes the header Accept, or the definition does: the server needs application/json and text/event-stream in it.',
  407: 'A proxy on the way wants to know who you are: reach the server without it.',
  408: 'The server waited in vain for the request: check what is between here and there.',
  413: 'Something on the way allows only very small requests: raise its limit.',
  415: 'Something on the way changes the header Content-Type, or the definition does: it has to be application/json.',
  421: 'The server does not serve this host name: write the name that it expects, or allow this one there (for example its list of allowed hosts).',
  426: 'The server wants another protocol: if it is a WebSocket, set "transport" to "websocket".',
  501: 'The server does not know this method: check that the address is that of an MCP server.',
  502: 'What answers is a gateway that does not reach the server behind it: start that one.',
  504: 'What answers is a gateway, and the server behind it does not answer: look at that one.'
}

function adviceByClass(status: number): string {
  return status >= 500
    ? 'The server failed inside: read its log, mend that, and try again.'
    : 'Check the address, and whether it is that of an MCP server.'
}

export function failureVerdict(failure: WireFailure, isTlsPort: boolean): Verdict {
  const { message, status } = failure
  if (isTlsPort) {
    return failed(
      `${message} The port speaks TLS.`,
      'Write https:// instead of http:// in the address.'
    )
  }
  if (status !== undefined && status >= 300 && status < 400) {
    const fix = 'If you trust that address, write it in the definition; headers are not sent on.'
    return failed(message, fix)
  }
  if (failure.code === 'ETIMEDOUT') {
    return failed(
      'The connection was made, but the server did not answer.',
      'Look whether the server hangs or is overloaded, and that its port is the one for HTTP.'
    )
  }
  if (failure.class === 'not-an-answer') {
    return failed(message, 'Check the port: what listens there does not speak HTTP.')
  }
  return failed(
    message,
    'Look at the log of the server: it ended the connection without an answer.'
  )
}

export function contentVerdict(answer: Answer): Verdict {
  const { method, status, contentType, text, isRpc } = answer
  if (isAuthStatus(status)) return skipped('The server does not let us in, so this is no answer.')
  const type = contentType === '' ? 'no content type' : preview(contentType)
  const start = preview(text) === '' ? 'It is empty.' : `It starts with: “${preview(text)}”`
  if (method === 'GET') {
    if (contentType === 'text/event-stream') return ok('It opens a stream of events.')
    return failed(`A stream of events was expected, and ${type} came. ${start}`, typeAdvice(answer))
  }
  if (isRpc && contentType === '') {
    return warning(
      'The answer has no content type.',
      'Let the server send the header Content-Type: application/json.'
    )
  }
  if (isRpc && (isJsonType(contentType) || contentType === 'text/event-stream')) {
    return ok(`The answer is ${type}.`)
  }
  if (isRpc) {
    return failed(
      `The answer is right, but its content type is ${type}.`,
      'Let the server send the header Content-Type: application/json.'
    )
  }
  return failed(
    `What came back (${type}) is no answer to the request. ${start}`,
    typeAdvice(answer)
  )
}

function typeAdvice({ contentType, text }: Answer): string {
  if (contentType === 'text/html' || /^\s*<(!doctype|html|head|body|h\d)/i.test(text)) {
    return 'A web page answers: check the path of the address, and open it in a browser in case a network (captive portal) or a gateway wants you to sign in first.'
  }
  if (text.trim() === '') {
    return 'The server accepts requests and does not answer them here: check the transport in the definition, such as "sse" or "long-poll".'
  }
  if (parseJson(text) !== undefined) {
    return 'It speaks JSON, but not MCP: check the path of the address.'
  }
  return 'Check that the address is that of an MCP server.'
}
