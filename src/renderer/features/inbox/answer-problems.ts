/** What is wrong with an answer that goes to a server in place of a model's: each a whole sentence. */
import { isObject, type Json, type JsonObject } from '../../../shared/json'
import { isLegacyRevision } from '../../../shared/revisions'
import { samplingBlock } from '../../../shared/shape/content'
import { describeProblem } from '../../../shared/shape/shape'
import { bytesOf } from '../content/base64'

const TOOLS_SINCE = '2025-11-25'

export function problemsOf(
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
  return typeof data === 'string' && !bytesOf(data) ? [`${name}.data is not base64.`] : []
}

function typeOf(block: Json): unknown {
  return isObject(block) ? block['type'] : undefined
}
