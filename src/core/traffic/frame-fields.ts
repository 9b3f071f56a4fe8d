/** What the text of a frame says of itself, as it is written beside the text in its entry. */
import { fromJson, isObject } from '../../shared/json/json'
import {
  isRpcId,
  shapeOf,
  type FrameShape,
  type NotAFrame,
  type Origin,
  type Params,
  type RpcId
} from '../../shared/protocol/json-rpc'
import type { EntryKind, TrafficEntry } from '../../shared/traffic/traffic'
import { shortened } from '../text/long-text'

export type FrameFields = Pick<TrafficEntry, 'kind' | 'method' | 'target' | 'id'>

/** Why it is none, where the text is no frame. Answers have no method: that is in their request. */
export function frameFields(origin: Origin, raw: string): FrameFields | NotAFrame {
  const message = parse(raw)
  if (message === undefined) return 'is not JSON'
  const shape = shapeOf(message)
  return shape.kind === 'not a frame' ? shape.why : fieldsOf(origin, shape, message)
}

function fieldsOf(origin: Origin, shape: FrameShape, message: unknown): FrameFields {
  switch (shape.kind) {
    case 'request':
      return { kind: 'request', ...requestFields(shape) }
    case 'notification':
      return { kind: 'notification', method: shortened(shape.method) }
    case 'result':
    case 'error':
      return { kind: shape.kind, ...(shape.id !== null && { id: shortened(shape.id) }) }
    case 'batch': {
      const parts = shape.parts.map((part) => fieldsOf(origin, part.shape, part.message))
      // What several frames are is what the first of them is.
      const kind: EntryKind = parts.find((part) => part.kind !== 'noise')?.kind ?? 'noise'
      return Object.assign({}, ...parts.toReversed(), { kind }) as FrameFields
    }
    case 'not a frame':
      return { kind: 'noise', ...meantFields(origin, message) }
  }
}

type Request = { readonly id: RpcId; readonly method: string; readonly params: Params }

function requestFields({ id, method, params }: Request): Omit<FrameFields, 'kind'> {
  const target = params['name'] ?? params['uri']
  return {
    id: shortened(id),
    method: shortened(method),
    ...(typeof target === 'string' && { target: shortened(target) })
  }
}

/** A part of a batch that is no frame can still be meant as an answer, or by a person as a request. */
function meantFields(origin: Origin, message: unknown): Omit<FrameFields, 'kind'> {
  if (!isObject(message) || !isRpcId(message['id'])) return {}
  const { id, method, params } = message
  if (method === undefined && ('result' in message || 'error' in message)) {
    return { id: shortened(id) }
  }
  if (origin !== 'workbench') return {}
  const meant = typeof method === 'string' ? method : ''
  const fields = requestFields({ id, method: meant, params: isObject(params) ? params : {} })
  if (meant !== '') return fields
  const { method: _none, ...nameless } = fields
  return nameless
}

function parse(raw: string): unknown {
  try {
    return fromJson(raw)
  } catch {
    return undefined // the caller says what that means
  }
}
