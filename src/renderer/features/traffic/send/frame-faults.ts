/** What is wrong with a text as a frame, so that whoever sends it knows. */
import { HIDDEN_VALUE } from '../../../../shared/servers/configuration'
import { fromJson } from '../../../../shared/json/json'
import { shapeOf, type FrameShape, type RpcId } from '../../../../shared/protocol/json-rpc'

export type Reading =
  | {
      readonly kind: 'frame'
      readonly word: string
      readonly notes: readonly string[]
      /** Of the requests in it. */
      readonly ids: readonly RpcId[]
    }
  | { readonly kind: 'broken'; readonly why: string; readonly notes: readonly string[] }

/** Nothing here keeps anybody from sending it. */
export function readFrame(text: string): Reading {
  const notes = notesOn(text)
  let value: unknown
  try {
    value = fromJson(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      kind: 'broken',
      why: `This is not JSON: ${why}.`,
      notes: [...lineNotes(text), ...notes]
    }
  }
  const shape = shapeOf(value)
  if (shape.kind === 'not a frame') return { kind: 'broken', why: `This ${shape.why}.`, notes }
  return { kind: 'frame', word: wordFor(shape), notes, ids: requestIds(shape) }
}

function requestIds(shape: FrameShape): readonly RpcId[] {
  if (shape.kind === 'request') return [shape.id]
  return shape.kind === 'batch' ? shape.parts.flatMap((part) => requestIds(part.shape)) : []
}

function wordFor(shape: Exclude<FrameShape, { kind: 'not a frame' }>): string {
  switch (shape.kind) {
    case 'request':
      return `A request, ${shape.method}`
    case 'notification':
      return `A notification, ${shape.method}: it has no id, so nothing answers it`
    case 'result':
    case 'error':
      return `An answer to ${shape.id === null ? 'no request' : `the request ${shape.id}`}`
    case 'batch':
      return `A batch of ${shape.total}`
  }
}

function notesOn(text: string): readonly string[] {
  if (!text.includes(HIDDEN_VALUE)) return []
  return [`${HIDDEN_VALUE} stands for a hidden value, and is sent as it stands here.`]
}

function lineNotes(text: string): readonly string[] {
  return text.includes('\n')
    ? ['It has several lines, which a process cannot be sent as one frame.']
    : []
}
