/** Whether two entries mean the same, however they are written. */
import { isObject } from '../../shared/json/json'
import { TRANSPORT_WORDS } from '../address/remote-address'

export function isSameEntry(one: unknown, other: unknown): boolean {
  return canonicalText(meaningOf(one)) === canonicalText(meaningOf(other))
}

/** Without what says nothing, and with one word for each transport. */
function meaningOf(entry: unknown): unknown {
  if (!isObject(entry)) return entry
  const { type, transport = type, ...rest } = entry
  const word = typeof transport === 'string' ? wordOf(transport) : transport
  const isDefault = word === undefined || word === ('command' in rest ? 'stdio' : 'auto')
  const fields = Object.entries({ ...rest, ...(!isDefault && { transport: word }) })
  return Object.fromEntries(fields.filter(([key, value]) => !isEmpty(key, value)))
}

function wordOf(word: string): string {
  return Object.hasOwn(TRANSPORT_WORDS, word)
    ? TRANSPORT_WORDS[word as keyof typeof TRANSPORT_WORDS]
    : word
}

function isEmpty(key: string, value: unknown): boolean {
  if (key === 'disabled') return value === false
  if (key === 'args') return Array.isArray(value) && value.length === 0
  return /^(env|headers)$/.test(key) && isObject(value) && Object.keys(value).length === 0
}

function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(
          Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1))
        )
      : each
  )
}
