/** Finds a text in a body: in names, texts and numbers, in the order in which they stand. */
import type { FindScope, Found, Hit } from '../../shared/calls/body'
import { isComposed, isObject } from '../../shared/json/json'
import { inside, pointerTo, type Place } from '../../shared/json/place'

/** The search stops counting here. */
const MOST_HITS = 100_000
const CHARS_BEFORE = 40
const CHARS_AFTER = 120

/** A text that is looked through, and where it stands. */
type Looked = { readonly text: string; readonly place: Place; readonly isName: boolean }
type Part = {
  readonly value: unknown
  readonly place: Place
  /** Its name is shown too. */
  readonly isNamed?: boolean
}
type Finding = { readonly looked: Looked; readonly at: number; readonly length: number }

/** All matches of one search, returned one at a time. */
export class Findings {
  private constructor(
    private readonly findings: readonly Finding[],
    private readonly isMore: boolean
  ) {}

  static inValue(value: unknown, scope: FindScope, text: string): Findings {
    return Findings.among(textsIn(partsOf(value, scope)), text)
  }

  static inText(whole: string, text: string): Findings {
    return Findings.among([{ text: whole, place: undefined, isName: false }], text)
  }

  private static among(texts: Iterable<Looked>, text: string): Findings {
    const findings: Finding[] = []
    // Lowercasing can change the length of a text and so shift offsets; the pattern ignores case.
    const pattern = new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
    for (const looked of texts) {
      for (const { index: at, 0: match } of looked.text.matchAll(pattern)) {
        if (findings.length === MOST_HITS) return new Findings(findings, true)
        findings.push({ looked, at, length: match.length })
      }
    }
    return new Findings(findings, false)
  }

  /** With the place at that index. */
  tell(index: number): Found {
    const finding = this.findings[index]
    const counted = { total: this.findings.length, isMore: this.isMore }
    return finding ? { ...counted, hit: hitOf(finding) } : counted
  }
}

function hitOf({ looked: { text, place, isName }, at, length }: Finding): Hit {
  const end = at + length
  return {
    pointer: pointerTo(place),
    isName,
    at,
    length,
    before: wholeCharacters(text.slice(Math.max(0, at - CHARS_BEFORE), at)),
    match: text.slice(at, Math.min(end, at + CHARS_AFTER)),
    after: wholeCharacters(text.slice(end, end + CHARS_AFTER))
  }
}

function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
}

/** Never recurses, however deep something is nested. */
function* textsIn(parts: readonly Part[]): Iterable<Looked> {
  const waiting = parts.toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, place, isNamed } = next
    if (isNamed && place) yield { text: String(place.key), place, isName: true }
    if (isComposed(value)) {
      const isList = Array.isArray(value)
      const members = Object.entries(value) as [string, unknown][]
      for (const [name, member] of members.reverse()) {
        const key = isList ? Number(name) : name
        waiting.push({ value: member, place: inside(place, key), isNamed: !isList })
      }
    } else {
      yield { text: String(value), place, isName: false }
    }
  }
}

/** What a view shows of a body. */
function partsOf(body: unknown, scope: FindScope): readonly Part[] {
  if (scope === 'structured') return members(body, undefined, ['structuredContent'])
  if (scope !== 'rendered' || !isObject(body) || !Array.isArray(body['content'])) {
    return [{ value: body, place: undefined }]
  }
  const list = inside(undefined, 'content')
  const blocks = body['content'].map((value: unknown, index) => ({
    value,
    place: inside(list, index)
  }))
  const others = Object.keys(body).filter((name) => !SHOWN_ELSEWHERE.has(name))
  return [...blocks.flatMap(shownOf), ...members(body, undefined, others)]
}

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'content',
  'structuredContent',
  'isError',
  'resultType'
])

/** Of a block of a known kind only its text is shown, and of pictures and sounds nothing. */
function shownOf(block: Part): readonly Part[] {
  const { value, place } = block
  const type = isObject(value) ? value['type'] : undefined
  if (type === 'text') return members(value, place, ['text'])
  if (type === 'image' || type === 'audio') return []
  if (type === 'resource_link') {
    return members(value, place, ['title', 'name', 'description', 'uri'])
  }
  if (type === 'resource' && isObject(value)) {
    return members(value['resource'], inside(place, 'resource'), ['uri', 'text'])
  }
  return [block]
}

function members(value: unknown, place: Place, names: readonly string[]): readonly Part[] {
  if (!isObject(value)) return []
  return names
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => ({ value: value[name], place: inside(place, name) }))
}
