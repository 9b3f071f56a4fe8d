/** Every rule that a server can break: its name, what is said of it, and where it is written. */
import type { NotAFrame, RpcId } from '../../shared/protocol/json-rpc'
import { LEGACY_REVISIONS } from '../../shared/protocol/revisions'
import type { TransportName } from '../../shared/servers/server-config'
import { quoted } from '../../shared/shape/quoted'
import type { Violation } from '../../shared/traffic/traffic'

/** The part of MCP's specification that is named when no revision has been agreed on. */
const [DEFAULT_REVISION] = LEGACY_REVISIONS

const JSON_RPC = 'JSON-RPC 2.0'
const BASE = 'Basic, Messages'
const STDIO = 'Basic, Transports, stdio'
const LIFECYCLE = 'Basic, Lifecycle'
const PROGRESS = 'Basic, Utilities, Progress'
const TOOLS = 'Server Features, Tools'
const CUSTOM = 'Basic, Transports, Custom Transports'

/** Until a transport is found out, it has what all have in common. SSE stands in its own revision only. */
const TRANSPORTS: Readonly<Record<TransportName, string>> = {
  stdio: STDIO,
  'streamable-http': 'Basic, Transports, Streamable HTTP',
  sse: 'MCP 2024-11-05, Basic, Transports, HTTP with SSE',
  websocket: CUSTOM,
  'long-poll': CUSTOM,
  auto: 'Basic, Transports'
}

const RULES = {
  'stdout-noise': {
    part: STDIO,
    say: () => 'This is not a message; over stdio, whatever else a server says belongs on stderr.'
  },
  'not-json': {
    part: (transport: TransportName) => TRANSPORTS[transport],
    say: (_transport: TransportName, isMeant: boolean) =>
      isMeant
        ? 'This begins like a message, but it is not valid JSON.'
        : 'This is not a message: it is not JSON, and a server may send nothing else here.'
  },
  'not-json-rpc': {
    part: `${JSON_RPC}, sections 4 and 5`,
    say: (why: NotAFrame) => `This is not a JSON-RPC message: it ${why}.`
  },
  'result-and-error': {
    part: `${JSON_RPC}, section 5`,
    say: () => 'This answer has both a result and an error, and only one of them is allowed.'
  },
  batch: {
    part: BASE,
    say: (parts: number) =>
      `This is a batch of ${parts}, and batches are allowed in revision 2025-03-26 only.`
  },
  'null-id-error': {
    part: `${JSON_RPC}, section 5`,
    say: (code: unknown) =>
      `This error has the id null, which is only for requests whose id could not be read, and its code is ${quoted(code)}.`
  },
  'unknown-id': {
    part: `${JSON_RPC}, section 5`,
    say: (id: RpcId) => `This answers a request with the id ${quoted(id)}, which was never sent.`
  },
  'duplicate-answer': {
    part: `${JSON_RPC}, section 5`,
    say: (id: RpcId, method: string) =>
      `This answers ${quoted(method)} with the id ${quoted(id)} once more.`
  },
  'answer-after-cancel': {
    part: 'Basic, Utilities, Cancellation',
    say: (id: RpcId, method: string) =>
      `This answers ${quoted(method)} with the id ${quoted(id)} long after that was cancelled, which it should not.`
  },
  'id-type': {
    part: `${JSON_RPC}, section 5`,
    say: (id: RpcId, asked: RpcId) =>
      `This has the id ${quoted(id)}, and the request that it answers has ${quoted(asked)}, which is another type.`
  },
  'duplicate-id': {
    part: 'Basic, Messages, Requests',
    say: (id: RpcId) =>
      `This request has the id ${quoted(id)}, and an earlier one with that id still waits for its answer.`
  },
  'invalid-error': {
    part: `${JSON_RPC}, section 5.1`,
    say: (problem: string) => `This error is invalid: ${problem}.`
  },
  'invalid-result': {
    part: 'Schema',
    say: (method: string, problem: string) =>
      `This is not a valid result of ${quoted(method)}: ${problem}.`
  },
  'invalid-params': {
    part: 'Schema',
    say: (method: string, problem: string) => `This is not a valid ${quoted(method)}: ${problem}.`
  },
  'progress-unknown-token': {
    part: PROGRESS,
    say: (token: RpcId) =>
      `This has the progress token ${quoted(token)}, and no request was sent with that token.`
  },
  'progress-after-end': {
    part: PROGRESS,
    say: (token: RpcId) =>
      `This is progress for the token ${quoted(token)}, whose request has been answered already.`
  },
  'progress-not-increasing': {
    part: PROGRESS,
    say: (token: RpcId, progress: number, last: number) =>
      `Progress has to increase; for the token ${quoted(token)} it is ${progress} after ${last}.`
  },
  'invalid-progress': {
    part: PROGRESS,
    say: (problem: string) => `This progress is invalid: ${problem}.`
  },
  'undeclared-capability': {
    part: `${LIFECYCLE}, Capability Negotiation`,
    say: (method: string, side: 'client' | 'server', capability: string) =>
      `This is ${quoted(method)}, which needs the capability "${capability}", and the ${side} did not declare it.`
  },
  'undeclared-list': {
    part: `${LIFECYCLE}, Capability Negotiation`,
    say: (capability: string) =>
      `The server offers ${capability} but does not declare them: its capabilities lack "${capability}".`
  },
  'cancels-our-request': {
    part: 'Basic, Utilities, Cancellation',
    say: (id: RpcId) =>
      `This cancels the request with the id ${quoted(id)}, which is not the server’s own: only the side that asked may cancel.`
  },
  'duplicate-key': {
    part: 'RFC 8259, section 4',
    say: (key: string) =>
      `This message has the key ${quoted(key)} more than once, so readers may disagree on what it says. Patchbay takes the last one.`
  },
  'reused-id': {
    part: 'Basic, Messages, Requests',
    say: (id: RpcId, seq: number) =>
      `This request has the id ${quoted(id)}, which #${seq} has used before in this session.`
  },
  'wrong-era': {
    part: 'Schema',
    say: (what: string, why: string) => `This has ${what}, which ${why}.`
  },
  'before-initialized': {
    part: `${LIFECYCLE}, Initialization`,
    say: (method: string) =>
      `This is ${quoted(method)}, and it came before the client had said that it is initialized.`
  },
  'unsupported-version': {
    part: `${LIFECYCLE}, Version Negotiation`,
    say: (version: unknown) =>
      `This answers "initialize" with the protocol version ${quoted(version)}, which is not one that can be agreed on there.`
  },
  'structured-content': {
    part: `${TOOLS}, Output Schema`,
    say: (tool: string, problem: string) =>
      `The structured content does not follow the output schema of ${quoted(tool)}: ${problem}`
  },
  'tool-name': {
    part: `${TOOLS}, Tool Names`,
    say: (name: string, problem: string) => `The tool name ${quoted(name)} ${problem}.`
  },
  'cursor-repeated': {
    part: 'Server Features, Utilities, Pagination',
    say: (cursor: string) =>
      `This has the next cursor ${quoted(cursor)}, which led here already: the list would never end.`
  }
} as const satisfies Record<string, Wording<never>>

type Wording<About> = {
  readonly part: string | ((...about: About[]) => string)
  readonly say: (...about: About[]) => string
}

export type Rule = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as readonly Rule[]

/** `revision` is the one that both sides agreed on, where they have. */
export function violation<R extends Rule>(
  revision: string | undefined,
  rule: R,
  ...about: Parameters<(typeof RULES)[R]['say']>
): Violation {
  const { part: given, say } = RULES[rule] as Wording<unknown>
  const part = typeof given === 'string' ? given : given(...about)
  const isWhole = [JSON_RPC, 'MCP ', 'RFC '].some((start) => part.startsWith(start))
  const clause = isWhole ? part : `MCP ${revision ?? DEFAULT_REVISION}, ${part}`
  return { rule, message: say(...about), clause }
}
