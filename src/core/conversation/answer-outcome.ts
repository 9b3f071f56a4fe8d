/** What an answer of a server comes to, whatever its shape is. */
import type { Outcome } from '../../shared/calls/call'
import { isNumber, nearestNumber } from '../../shared/json/exact-number'
import { isObject } from '../../shared/json/json'
import type { FrameShape, RpcErrorObject } from '../../shared/protocol/json-rpc'

export type AnswerShape = Extract<FrameShape, { kind: 'result' | 'error' }>

export function outcomeOf(shape: AnswerShape): Outcome {
  return shape.kind === 'result'
    ? { kind: 'result', result: shape.result }
    : { kind: 'error', error: errorOf(shape.error) }
}

/** An error of any shape is an error; what is not as it should be is kept beside it. */
export function errorOf(error: unknown): RpcErrorObject {
  if (!isObject(error)) {
    return { code: 0, message: 'The error in the answer is not an object.', data: error }
  }
  const { code, message, data } = error
  if (isNumber(code) && typeof message === 'string') {
    return { code: Number(code), message, ...(data !== undefined && { data }) }
  }
  return {
    code: nearestNumber(code) ?? 0,
    message: typeof message === 'string' ? message : 'The error in the answer has no message.',
    data: error
  }
}
