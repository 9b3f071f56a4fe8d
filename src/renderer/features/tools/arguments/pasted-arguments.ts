/** Arguments that come from elsewhere: pasted, or from a file. */
import { isObject, type JsonObject } from '../../../../shared/json/json'
import { readJson, type Reading } from '../../../stores/kept/drafts'

/** The arguments in a text: a JSON object, or the call of a tool that has them in it. */
export function argumentsIn(text: string): Reading {
  const read = readJson(text.trim())
  return 'args' in read ? { args: unwrapped(read.args) } : read
}

/** What was copied from the traffic is a whole frame, of which only the arguments are wanted. */
function unwrapped(object: JsonObject): JsonObject {
  const { method, params, jsonrpc } = object
  const isFrame = jsonrpc === '2.0' && method === 'tools/call' && isObject(params)
  const call = isFrame ? params : object
  const { name, arguments: args } = call
  const isCall = typeof name === 'string' && isObject(args)
  return (isFrame || hasOnlyCallMembers(call)) && isCall ? args : object
}

function hasOnlyCallMembers(object: JsonObject): boolean {
  return Object.keys(object).every((key) => ['name', 'arguments', '_meta'].includes(key))
}

export const FILE_LIMIT_BYTES = 1_000_000

export async function readArgumentsFile(file: File): Promise<Reading> {
  if (file.size > FILE_LIMIT_BYTES) return { problem: 'It is larger than 1 MB.' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return argumentsIn(text)
  } catch {
    return { problem: 'It is not a text in UTF-8.' }
  }
}
