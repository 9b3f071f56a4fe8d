/** What is wrong with an answer that goes to a server in place of a model's: each a whole sentence. */
import { isObject, type Json, type JsonObject } from '../json/json'
import { isLegacyRevision } from '../protocol/revisions'
import { samplingBlock } from '../shape/content'
import { describeProblem } from '../shape/shape'

const TOOLS_SINCE = '2025-11-25'

/** It has the fields that every server needs. */
export function isWhole({ role, content = null, model }: JsonObject): boolean {
  const blocks = Array.isArray(content) ? (content as readonly Json[]) : [content]
  return (
    role === 'assistant' &&
    typeof model === 'string' &&
    blocks.length > 0 &&
    blocks.every((block) => typeof typeOf(block) === 'string')
  )
}

export function samplingProblems(
  { content = null, stopReason }: JsonObject,
  revision: string | undefined
): readonly string[] {
  const blocks = Array.isArray(content) ? (content as readonly Json[]) : [content]
  const nameOf = (index: number): string =>
    Array.isArray(content) ? `content[${index}]` : 'content'
  const isShort = stopReason === 'toolUse' && !blocks.some((block) => typeOf(block) === 'tool_use')
  return [
    ...(isOlder(revision) ? tooNewIn(content, blocks, revision) : []),
    ...blocks.flatMap((block, index) => problemsIn(block, nameOf(index))),
    ...(isShort
      ? ['It ends because tools are wanted, and there is no block of the type "tool_use".']
      : [])
  ]
}

function isOlder(revision: string | undefined): revision is string {
  return isLegacyRevision(revision) && revision < TOOLS_SINCE
}

function tooNewIn(content: Json, blocks: readonly Json[], revision: string): readonly string[] {
  const when = `came with revision ${TOOLS_SINCE}, and this session has ${revision}`
  const types = new Set(blocks.map(typeOf))
  return [
    ...(Array.isArray(content)
      ? [`A list of blocks ${when}: write one block, without brackets.`]
      : []),
    ...['tool_use', 'tool_result']
      .filter((type) => types.has(type))
      .map((type) => `Content of the type "${type}" ${when}.`)
  ]
}

function problemsIn(block: Json, name: string): readonly string[] {
  const found = samplingBlock(block)
  if (found) return [`${describeProblem(name, found)}.`]
  const data = isObject(block) && typeOf(block) !== 'text' ? block['data'] : undefined
  return typeof data === 'string' && !isBase64(data) ? [`${name}.data is not base64.`] : []
}

function typeOf(block: Json): unknown {
  return isObject(block) ? block['type'] : undefined
}

/** As a browser decodes it: white space does not count, and what is missing at the end may be. */
function isBase64(text: string): boolean {
  const packed = text.replace(/\s+/g, '')
  const digits = packed.length % 4 === 0 ? packed.replace(/={1,2}$/, '') : packed
  return digits.length % 4 !== 1 && !/[^\w+/]|_/.test(digits)
}
