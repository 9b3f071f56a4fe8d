/** Says what became of a request that did not succeed: what happened, whose doing it is, what to do. */
import { BARE_ERROR_ADVICE, isBareErrorText } from './error-text'
import { isToolError, type HeldResult, type Outcome } from '../calls/call'
import { isCertificateRefused, type WireFailure } from '../protocol/failure'
import { isObject } from '../json/json'
import {
  describeCode,
  INVALID_PARAMS,
  isServerError,
  type RpcErrorObject
} from '../protocol/json-rpc'
import { resetDelay } from '../protocol/rate-limit'
import type { Blame, Tier } from '../servers/session-state'

export type Explanation = {
  readonly tier: Tier
  readonly blame: Blame
  /** Whole sentences. */
  readonly what: string
  readonly next: string
  /** Something that the person can be offered: to look at the certificate, and to trust it. */
  readonly offers?: 'certificate'
}

/** What is known of what was asked, and of the server since; each makes the advice more to the point. */
export type Circumstances = {
  readonly asked?: 'call' | 'resource' | 'prompt'
  /** Of a call: whether its arguments are as the schema wants them, where that is known. */
  readonly arguments?: 'none' | 'fit' | 'forbidden'
  /** The server is open again, or will be by itself. */
  readonly server?: 'open' | 'opening'
}

/** Undefined for what went well. */
export function explainOutcome(
  outcome: Outcome | HeldResult,
  circumstances: Circumstances = {}
): Explanation | undefined {
  switch (outcome.kind) {
    case 'held':
      return outcome.isToolError ? toolFailed(circumstances) : undefined
    case 'result':
      return isToolError(outcome.result)
        ? toolFailed(circumstances, errorTextIn(outcome.result))
        : undefined
    case 'error':
      return explainError(outcome.error, circumstances)
    case 'timeout':
      return {
        tier: 'transport',
        blame: 'server',
        what: `The server did not answer within ${outcome.afterMs / 1_000} s. ${MAY_HAVE_RUN}`,
        next: 'Look at its stderr and its load, or allow it more time.'
      }
    case 'cancelled':
      return {
        tier: 'patchbay',
        blame: 'person',
        what: 'It was cancelled.',
        next: 'Nothing has to be done; the server may have gone on for a while.'
      }
    case 'connection-lost':
    case 'not-an-answer': {
      const { reason, failure } = outcome
      const mayHaveRun = failure?.isUnsent === true ? '' : ` ${MAY_HAVE_RUN}`
      return explainFailure(`${reason}${mayHaveRun}`, failure, circumstances.server)
    }
  }
}

const MAY_HAVE_RUN = 'What was asked for may have been done all the same.'

const REFUSED = 'The schema forbids what was sent, so a refusal is as it should be.'

function toolFailed({ arguments: given }: Circumstances, text?: string): Explanation {
  const what = 'The tool says that it failed.'
  if (given === 'forbidden') return { tier: 'application', blame: 'person', what, next: REFUSED }
  return {
    tier: 'application',
    blame: 'server',
    what,
    next: withAdvice(afterFailure(given), text)
  }
}

function withAdvice(next: string, text: string | undefined): string {
  return text !== undefined && isBareErrorText(text) ? `${next} ${BARE_ERROR_ADVICE}` : next
}

/** The text of a result that is nothing but one text. */
function errorTextIn(result: unknown): string | undefined {
  const content = isObject(result) ? result['content'] : undefined
  if (!Array.isArray(content) || content.length > 1) return undefined
  const block: unknown = content[0]
  if (block === undefined) return ''
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : undefined
}

function afterFailure(given: Circumstances['arguments']): string {
  switch (given) {
    case 'none':
      return 'Read what it says; it was called without arguments.'
    case 'fit':
      return 'Read what it says; the arguments fit the schema, so it is about what they say, or about the server.'
    default:
      return 'Read what it says.'
  }
}

/** What a code asks of whoever wrote the request, where the specifications say. */
const NEXT_BY_CODE: ReadonlyMap<number, string> = new Map([
  [-32700, 'The server could not read the frame as JSON: compare it with the raw text in Traffic.'],
  [-32600, 'The server does not take the frame for a request: look at it in Traffic.'],
  [-32601, 'The server does not know this: check the name against its catalogue.'],
  [INVALID_PARAMS, 'Compare the arguments with the schema, and the name with the catalogue.'],
  [-32603, 'The server failed inside: read its stderr.'],
  [-32002, 'The server does not have this resource: list its resources again.'],
  [-32042, 'The server wants a page to be visited first: its address is in the data of the error.'],
  [-32800, 'The server says the request was cancelled.'],
  [-32020, 'The headers do not say what the body says: look at both in Traffic.'],
  [-32021, 'The server needs something that this client did not say it can do.'],
  [-32022, 'The server does not speak this revision: choose another era for it.']
])

const SERVER_ERROR_NEXT =
  'The code is one that servers define for themselves: read the message, the data of the error and the log of the server.'

/** What that code is about depends on what was asked; undefined where nothing more is known. */
function afterInvalidParams({ asked, arguments: given }: Circumstances): string | undefined {
  if (asked === 'resource') {
    return 'The server does not take this URI: see whether a variable of it is left out, or list its resources again.'
  }
  if (asked === 'prompt') {
    return 'Compare the arguments with those that the prompt asks for, and its name with the catalogue.'
  }
  if (given === undefined) return undefined
  if (given === 'forbidden') return REFUSED
  const fit =
    given === 'none'
      ? 'It was called without arguments, which fits the schema'
      : 'The arguments fit the schema'
  return `${fit}, so the server and its own schema disagree.`
}

function explainError(
  { code, message, data }: RpcErrorObject,
  circumstances: Circumstances
): Explanation {
  // Codes of servers are never 0: this is how an answer that is none is passed on.
  if (code === 0) {
    const next = 'Look at the frame in Traffic: its violations say what is wrong with it.'
    return { tier: 'protocol', blame: 'server', what: message, next }
  }
  const waitMs = resetDelay(data, Date.now())
  const isAboutParams = code === INVALID_PARAMS
  const next =
    (isAboutParams ? afterInvalidParams(circumstances) : undefined) ??
    NEXT_BY_CODE.get(code) ??
    (isServerError(code) ? SERVER_ERROR_NEXT : 'What this code means is for the server to say.')
  return {
    tier: 'protocol',
    blame: isAboutParams && circumstances.arguments === 'forbidden' ? 'person' : 'server',
    what: `The server answered with error ${describeCode(code)}: ${message}`,
    next:
      waitMs === undefined
        ? withAdvice(next, data === undefined ? message : undefined)
        : whenAgain(waitMs)
  }
}

export function explainFailure(
  what: string,
  failure: WireFailure | undefined,
  server?: Circumstances['server']
): Explanation {
  const isRefused = failure !== undefined && isCertificateRefused(failure)
  return {
    tier: 'transport',
    what,
    ...nextFor(failure, server),
    ...(isRefused && { offers: 'certificate' })
  }
}

const READ_STDERR = 'Read what it wrote to stderr'
const AFTER_END: Readonly<Record<NonNullable<Circumstances['server']>, string>> = {
  open: `${READ_STDERR}, and mend it; it is open again already.`,
  opening: `${READ_STDERR}, and mend it; it is opened again by itself.`
}

const SEND_LESS =
  'Let the server answer with less at a time, or raise “Frame limit” (frameLimit) in the definition of the server.'

const CHECK_ADDRESS = 'Check that the address is that of an MCP server.'
const UNPACKED =
  'Let the server, or the proxy in front of it, encode only what the client accepts: Patchbay sends Accept-Encoding: identity.'

function nextFor(
  failure: WireFailure | undefined,
  server: Circumstances['server']
): { blame: Blame; next: string } {
  switch (failure?.class) {
    case undefined:
    case 'process': {
      const next = server ? AFTER_END[server] : `${READ_STDERR}, mend it, and open it again.`
      return { blame: 'server', next }
    }
    case 'unread':
      return { blame: 'server', next: 'Let it read while it asks, and ask less at a time.' }
    case 'network':
      return {
        blame: 'network',
        next: 'Check the address, and that the server is running and can be reached from here.'
      }
    case 'proxy':
      return { blame: 'network', next: afterProxy(failure) }
    case 'tls':
      return afterTls(failure)
    case 'auth':
      return {
        blame: 'server',
        next:
          failure.next ??
          'Sign in, or put the token or header that the server wants into the definition.'
      }
    case 'rate-limit':
      return { blame: 'server', next: whenAgain(failure.retryAfterMs) }
    case 'http':
      return { blame: 'server', next: 'Look at the exchange in Traffic, and at the server’s log.' }
    case 'session-gone':
      return { blame: 'server', next: 'Call it again: a new session is opened.' }
    case 'not-an-answer':
      if (failure.isTooLong === true) return { blame: 'server', next: SEND_LESS }
      return { blame: 'server', next: failure.body?.encoding ? UNPACKED : CHECK_ADDRESS }
    case 'closed':
      return {
        blame: 'patchbay',
        next: server ? 'The server is open again; ask again.' : 'Open the server again.'
      }
  }
}

function afterProxy({ status }: WireFailure): string {
  if (status === 407) {
    return 'Write the right name and password into the address of the proxy, as in http://name:${secret:PROXY_PASSWORD}@host:8080, under Settings, Network, or as "proxy" in the definition of the server.'
  }
  if (status !== undefined) {
    return 'Ask whoever runs the proxy to allow this server. If the server needs no proxy, set "proxy" to "none" in its definition.'
  }
  return 'Check the proxy under Settings, Network, and "proxy" in the definition of the server. If the server needs no proxy, set "proxy" to "none" there.'
}

function afterTls(failure: WireFailure): { blame: Blame; next: string } {
  const { code = '' } = failure
  if (code === 'ERR_TLS_FILES') {
    return { blame: 'definition', next: 'Correct "tls" in the definition of the server.' }
  }
  if (code === 'ERR_CERTIFICATE_CHANGED') {
    return {
      blame: 'server',
      next: 'Ask whoever runs the server whether its certificate was renewed. If it was, look at the new one and trust it.'
    }
  }
  if (/ALERT.*(?:CERTIFICATE|UNKNOWN_CA)/.test(code)) {
    return {
      blame: 'server',
      next: 'The server wants another certificate of yours: set "cert" and "key" under "tls" in the definition of the server.'
    }
  }
  return {
    blame: 'server',
    next: isCertificateRefused(failure)
      ? 'Give the server a certificate this machine trusts, name its authority as "ca" under "tls" in the definition, or look at the certificate and trust it for this server.'
      : 'Give the server a certificate this machine trusts.'
  }
}

function whenAgain(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return 'Wait until the server takes requests again.'
  const minutes = retryAfterMs / 60_000
  const time = minutes < 2 ? `${Math.ceil(minutes * 60)} s` : `${Math.ceil(minutes)} min`
  return `The server takes requests again in ${time}; call it then.`
}
