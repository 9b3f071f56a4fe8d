import { ExactNumber } from '../json/exact-number'
import { isObject } from '../json/json'

export type RpcId = number | string

/** Who sent a frame. */
export type Origin = 'workbench' | 'server'

export type RpcErrorObject = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The code of an error that is about what was sent with the request. */
export const INVALID_PARAMS = -32602

/** Empty when a frame has none, or when they are not an object. */
export type Params = Readonly<Record<string, unknown>>

export type FrameShape =
  | {
      readonly kind: 'request'
      readonly id: RpcId
      readonly method: string
      readonly params: Params
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Params }
  | { readonly kind: 'result'; readonly id: RpcId; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: RpcId | null; readonly error: unknown }
  /** Several frames at once, which one revision of the protocol allows. */
  | {
      readonly kind: 'batch'
      /** The first thousand. */
      readonly parts: readonly FramePart[]
      /** How many there are, looked at or not. */
      readonly total: number
    }
  | { readonly kind: 'not a frame'; readonly why: NotAFrame }

export type FramePart = { readonly shape: FrameShape; readonly message: unknown }

/** Completes the sentence "This …". */
export type NotAFrame =
  | 'is not JSON'
  | 'is an empty batch'
  | 'is a batch in a batch'
  | 'is JSON, but not an object'
  | 'has no "jsonrpc": "2.0"'
  | 'has a method that is not a string'
  | 'is a request and an answer at once'
  | 'has an id of the wrong type'
  | 'has both a result and an error'
  | 'is an error without an id'
  | 'is a result without an id'
  | 'has no method, result or error'

/** A batch is one frame, and must not keep everyone waiting like a million. */
const MAX_PARTS = 1_000

/** What a parsed value is as JSON-RPC 2.0. Never guesses: a frame that breaks a rule is not a frame. */
export function shapeOf(value: unknown): FrameShape {
  if (Array.isArray(value)) return batchOf(value)
  if (!isObject(value)) return notAFrame('is JSON, but not an object')
  if (value['jsonrpc'] !== '2.0') return notAFrame('has no "jsonrpc": "2.0"')

  const { method, result, error } = value
  const id = value['id'] instanceof ExactNumber ? Number(value['id']) : value['id']
  const params = isObject(value['params']) ? value['params'] : {}
  const hasId = Object.hasOwn(value, 'id')
  const hasResult = Object.hasOwn(value, 'result')
  const hasError = Object.hasOwn(value, 'error')

  if (method !== undefined) {
    if (typeof method !== 'string') return notAFrame('has a method that is not a string')
    if (hasResult || hasError) return notAFrame('is a request and an answer at once')
    if (!hasId) return { kind: 'notification', method, params }
    return isRpcId(id)
      ? { kind: 'request', id, method, params }
      : notAFrame('has an id of the wrong type')
  }
  if (hasResult && hasError) return notAFrame('has both a result and an error')
  if (hasError) {
    return isRpcId(id) || id === null
      ? { kind: 'error', id, error }
      : notAFrame('is an error without an id')
  }
  if (hasResult) {
    return isRpcId(id) ? { kind: 'result', id, result } : notAFrame('is a result without an id')
  }
  return notAFrame('has no method, result or error')
}

export function isRpcId(value: unknown): value is RpcId {
  return typeof value === 'string' || typeof value === 'number'
}

function batchOf(values: readonly unknown[]): FrameShape {
  const total = values.length
  if (total === 0) return notAFrame('is an empty batch')
  const parts = values.slice(0, MAX_PARTS).map((message) => ({
    message,
    shape: Array.isArray(message) ? notAFrame('is a batch in a batch') : shapeOf(message)
  }))
  return { kind: 'batch', parts, total }
}

function notAFrame(why: NotAFrame): FrameShape {
  return { kind: 'not a frame', why }
}

/** The names the specifications give to codes; what a server means by others is its own affair. */
const ERROR_NAMES: ReadonlyMap<number, string> = new Map([
  [-32700, 'Parse error'],
  [-32600, 'Invalid request'],
  [-32601, 'Method not found'],
  [INVALID_PARAMS, 'Invalid params'],
  [-32603, 'Internal error'],
  [-32002, 'Resource not found'],
  [-32042, 'URL elicitation required'],
  [-32800, 'Request cancelled'],
  [-32020, 'Header mismatch'],
  [-32021, 'Missing required client capability'],
  [-32022, 'Unsupported protocol version']
])

/** JSON-RPC leaves these codes to servers, and calls all of them by one name. */
export function isServerError(code: number): boolean {
  return code <= -32000 && code >= -32099
}

export function errorName(code: number): string | undefined {
  return ERROR_NAMES.get(code) ?? (isServerError(code) ? 'Server error' : undefined)
}

/** A code with its name, where it has one. */
export function describeCode(code: number): string {
  const name = errorName(code)
  return name === undefined ? String(code) : `${code} (${name})`
}
