/** What can be known of a list of messages whose text is too long, by its beginning and its end. */
import { cutElements } from './json-elements'
import { plainMember } from './partial-frame'

export type LongBatch = {
  /** From where to go on, if it says so. */
  readonly cursor: string | undefined
  /** The messages that are whole, exactly as they came. */
  readonly messages: readonly string[]
  /** The beginning of the first message that is not. */
  readonly rest: string
  /** The end of the last message. */
  readonly end: string
}

/** What comes after the last message. */
const AFTER_LIST = /\]\s*(?:,\s*"cursor"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)\s*)?\}\s*$/

export function longBatch(start: string, tail = ''): LongBatch {
  const { elements, rest = start } = cutElements(start, 'messages')
  const cursor = plainMember('cursor', start, tail)
  return {
    cursor: cursor === undefined ? undefined : String(cursor),
    messages: elements,
    rest: rest.trimStart(),
    end: tail.replace(AFTER_LIST, '')
  }
}
