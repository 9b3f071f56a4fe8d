import { describe, expect, it } from 'vitest'
import { parseFrameFilter } from './frames'

const NO_BACKTRACKING = 'which an engine that never takes long cannot'

describe('A filter says what is wrong with', () => {
  it.each([
    ['methd:tools/*', 'methd:', 'Did you mean method:?'],
    ['-sevrer:x', 'sevrer:', 'Did you mean server:?'],
    ['Tools:x', 'Tools:', 'Did you mean tool:?'],
    ['res:x', 'res:', 'Did you mean resource:?'],
    ['is:pendng', 'pendng', 'Did you mean is:pending?'],
    ['is:error|slw', 'slw', 'Did you mean is:slow?'],
    [
      'kind:answer',
      'answer',
      'kind: takes request, result, error, notification, noise, stderr, auth, event.'
    ],
    ['is:bogus', 'bogus', expect.stringMatching(/^is: takes error, /)],
    ['origin:client', 'client', 'origin: takes server, workbench.'],
    ['level:warn', 'warn', 'Did you mean level:warning?'],
    ['method:', 'method:', 'method: needs a value, as in method:tools/*.'],
    ['is:|', 'is:|', 'is: needs a value, as in is:error|pending.'],
    ['took:500ms', '500ms', 'Say whether it took more or less: took:>500ms or took:<500ms.'],
    ['took:>soon', '>soon', 'took: takes an amount such as 500ms or 2s.'],
    ['took:>5h', '>5h', 'took: takes an amount such as 500ms or 2s.'],
    ['took:2s..100ms', '2s..100ms', 'The range ends before it begins.'],
    ['took:..', '..', 'The range has neither a beginning nor an end.'],
    ['size:>10constructor', '>10constructor', 'size: takes an amount such as 500b or 10kb.'],
    ['frame:1.5', '1.5', 'Frames have whole numbers.'],
    ['frame:41ms', '41ms', 'frame: takes an amount such as 41.'],
    ['after:', 'after:', 'after: needs a value, as in after:14:02.'],
    ['after:14:02|15:00', '15:00', 'after: takes one time only.'],
    ['before:25:00', '25:00', 'This is not a time: write 14:02, 14:02:33.5 or 2026-01-31T14:02.'],
    [
      'before:2026-02-30',
      '2026-02-30',
      'This is not a time: write 14:02, 14:02:33.5 or 2026-01-31T14:02.'
    ],
    ['/a/g', 'g', 'The only flag is i; put a path between quotes.'],
    ['/a(/', '/a(/', 'This pattern cannot be used: unterminated group.'],
    ['/a(b c', '/a(b c', 'This pattern cannot be used: unterminated group.'],
    ['/a(?=b)/', '/a(?=b)/', `This pattern cannot be used: it looks ahead, ${NO_BACKTRACKING}.`],
    [
      '/(a)\\1/',
      '/(a)\\1/',
      `This pattern cannot be used: it refers back to what it has found, ${NO_BACKTRACKING}.`
    ],
    ['/(a{500}){500}/', '/(a{500}){500}/', 'This pattern cannot be used: it is too large.'],
    ['"a\0b"', '\0', 'A filter cannot look for the character U+0000.']
  ])('%s', (text, marked, message) => {
    const { errors } = parseFrameFilter(text)
    expect(errors.map(({ start, end, ...said }) => [text.slice(start, end), said.message])).toEqual(
      [[marked, message]]
    )
  })

  it('one term, and applies the others', () => {
    const { terms, errors } = parseFrameFilter('server:files methd:x is:eror hello')
    expect(terms.map(({ condition }) => condition.field)).toEqual(['server', 'text'])
    expect(errors).toHaveLength(2)
  })

  it.each([
    ['a '.repeat(101), 'A filter has at most 100 terms.'],
    [`id:${'1|'.repeat(101)}`, 'A term has at most 100 alternatives.'],
    [`target:${'é*'.repeat(101)}`, 'target: has too many alternatives and stars.'],
    ['x'.repeat(4_001), 'A filter has at most 4000 characters.']
  ])('more than a database takes: %#', (text, message) => {
    expect(parseFrameFilter(text).errors.map((error) => error.message)).toEqual([message])
  })
})

describe('A filter remarks on', () => {
  const remarksOn = (text: string): readonly string[][] =>
    parseFrameFilter(text).remarks.map(({ start, end, message }) => [
      text.slice(start, end),
      message
    ])

  it.each([
    ['foo:bar', 'foo:'],
    ['is:error -status:500', 'status:'],
    ['foo:', 'foo:']
  ])('a field that there is not, and looks for it as text: %s', (text, marked) => {
    expect(remarksOn(text)).toEqual([[marked, 'is not a field, so Patchbay looks for it as text.']])
    const { terms, errors } = parseFrameFilter(text)
    expect([terms.at(-1)?.condition, errors]).toEqual([
      { field: 'text', text: text.replace(/^.* -?/, '') },
      []
    ])
  })

  it.each(['hello', '"foo:bar"', 'https://example.com', '12:30', 'is:error', '/foo:bar/', 'a-b:c'])(
    'nothing else: %s',
    (text) => {
      expect(remarksOn(text)).toEqual([])
    }
  )
})
