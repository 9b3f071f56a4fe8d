/** Content that does not exist yet in the revision that is in force. More members than it knows may be there. */
import { isObject } from '../../shared/json/json'
import type { Violation } from '../../shared/traffic/traffic'
import { violation } from '../traffic/violations'
import type { Overheard } from './overheard'

const LINKS_SINCE = '2025-06-18'
const AUDIO_SINCE = '2025-03-26'

export function checkRevision(
  method: string,
  result: unknown,
  overheard: Overheard
): Violation | undefined {
  if (!overheard.isBefore(LINKS_SINCE) || !isObject(result)) return undefined
  const early = tooNew(method, result, overheard)
  if (!early) return undefined
  const { what, since } = early
  return violation(overheard.revision, 'wrong-era', what, `came with revision ${since}`)
}

function tooNew(
  method: string,
  result: Record<string, unknown>,
  overheard: Overheard
): { what: string; since: string } | undefined {
  const { content, messages } = result
  switch (method) {
    case 'tools/call':
      return blockTooNew(content, overheard)
    case 'prompts/get':
      return Array.isArray(messages)
        ? blockTooNew(
            messages.filter(isObject).map((message) => message['content']),
            overheard
          )
        : undefined
    default:
      return undefined
  }
}

function blockTooNew(
  blocks: unknown,
  overheard: Overheard
): { what: string; since: string } | undefined {
  if (some(blocks, (block) => block['type'] === 'resource_link')) {
    return { what: 'content of the type "resource_link"', since: LINKS_SINCE }
  }
  const isEarly = overheard.isBefore(AUDIO_SINCE)
  return isEarly && some(blocks, (block) => block['type'] === 'audio')
    ? { what: 'content of the type "audio"', since: AUDIO_SINCE }
    : undefined
}

function some(list: unknown, is: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(list) && list.some((item) => isObject(item) && is(item))
}
