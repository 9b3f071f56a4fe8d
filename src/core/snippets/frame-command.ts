/** A frame that was sent, as a command for a shell. */
import { fromJson, isObject, type JsonObject } from '../../shared/json/json'
import { shapeOf } from '../../shared/protocol/json-rpc'
import { cliSnippet, promptCommand, readCommand, requestCommand } from './cli'
import { curlFrame } from './curl'
import { notPossible, type SnippetRequest } from './snippet-request'

export type FrameCommandFormat = 'cli' | 'curl'

/** Refuses with a sentence where the program cannot send it. */
export function frameCommand(
  format: FrameCommandFormat,
  text: string,
  around: Omit<SnippetRequest, 'tool' | 'arguments'>
): string {
  const message = parsed(text)
  const shape = shapeOf(message)
  if (format === 'curl') return curlFrame({ ...around, tool: '', arguments: {} }, message, text)
  if (shape.kind !== 'request' && shape.kind !== 'notification') {
    throw notPossible(
      'The command line sends only requests and notifications. This frame is neither.'
    )
  }
  const { name, uri, arguments: args } = shape.params
  if (shape.method === 'tools/call' && typeof name === 'string') {
    return cliSnippet({
      ...around,
      tool: name,
      arguments: isObject(args) ? (args as JsonObject) : {}
    })
  }
  if (shape.method === 'resources/read' && typeof uri === 'string') return readCommand(around, uri)
  if (shape.method === 'prompts/get' && typeof name === 'string') {
    return promptCommand(around, name, isObject(args) ? (args as JsonObject) : {})
  }
  return requestCommand(around, shape.method, shape.params as JsonObject)
}

function parsed(text: string): unknown {
  try {
    return fromJson(text)
  } catch {
    return undefined // it is sent as it is, or refused as no request
  }
}
