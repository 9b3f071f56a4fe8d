import { describe, expect, it } from 'vitest'
import { FRAMES, parseFrameFilter } from '../../../shared/query/frames'
import type { KnownNames } from '../../../shared/query/vocabulary'
import { remarksToShow, offersAt, piecesOf, withCompletion } from './filter-box'

const NAMES: KnownNames = {
  servers: ['files'],
  methods: ['tools/call', 'tools/list'],
  tools: [],
  resources: [],
  prompts: [],
  rules: []
}

/** Takes the first that is offered. */
function completed(text: string, cursor = text.length): unknown {
  const offers = offersAt(text, cursor, FRAMES, NAMES)
  const [first] = offers.items
  return first && withCompletion(text, offers, first)
}

describe('Completion', () => {
  it('goes on behind a field, and leaves room for the next term behind a value', () => {
    expect(completed('met')).toEqual({ text: 'method:', cursor: 7 })
    expect(completed('method:too')).toEqual({ text: 'method:tools/call ', cursor: 18 })
    expect(completed('method:too is:error', 10)).toEqual({
      text: 'method:tools/call is:error',
      cursor: 17
    })
  })

  it('does not offer what is there already', () => {
    expect(completed('server:files')).toBeUndefined()
    expect(completed('is:error')).toBeUndefined()
  })
})

describe('An error', () => {
  const { errors } = parseFrameFilter('is:erorr methd:x')

  it('is not shown for the term that is being completed, and is shown for all others', () => {
    expect(errors.map(({ message }) => message)).toEqual([
      'Did you mean is:error?',
      'Did you mean method:?'
    ])
    const shown = (cursor: number, isCompleting: boolean): number =>
      remarksToShow(errors, cursor, isCompleting).length
    expect([shown(5, true), shown(5, false), shown(16, true)]).toEqual([1, 2, 2])
  })

  it('marks the part of the text that it is about', () => {
    expect(piecesOf('is:erorr methd:x', errors)).toEqual([
      { text: 'is:', isWrong: false },
      { text: 'erorr', isWrong: true },
      { text: ' ', isWrong: false },
      { text: 'methd:', isWrong: true },
      { text: 'x', isWrong: false }
    ])
  })

  it('that overlaps another is marked once', () => {
    const error = (start: number, end: number) => ({ start, end, message: '' })
    expect(piecesOf('abcdef', [error(2, 4), error(0, 3), error(1, 2)])).toEqual([
      { text: 'abc', isWrong: true },
      { text: 'd', isWrong: true },
      { text: 'ef', isWrong: false }
    ])
  })
})
