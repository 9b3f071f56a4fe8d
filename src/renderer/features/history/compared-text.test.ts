import { describe, expect, it } from 'vitest'
import { compareResults, textOfResult } from './compared-text'

describe('textOfResult', () => {
  it('has the texts line by line, where there is nothing but text', () => {
    const content = [
      { type: 'text', text: 'one\ntwo' },
      { type: 'text', text: 'three' }
    ]
    expect(textOfResult({ content }).content).toBe('one\ntwo\n\nthree')
  })

  it('does not hide other content behind the texts', () => {
    const content = [{ type: 'text', text: 'one' }, { type: 'image' }]
    expect(textOfResult({ content }).content).toBeUndefined()
    expect(textOfResult({ content }).answer).toContain('image')
  })

  it.each([[undefined], [null], ['text'], [{ content: 'odd' }], [{ content: [] }]])(
    'takes %j as it is',
    (result) => {
      expect(textOfResult(result).content).toBeUndefined()
    }
  )
})

describe('compareResults', () => {
  const answer = '{}'

  it('says that they are the same only when all of both was compared', () => {
    expect(compareResults({ answer }, { answer })).toBe('The results are the same')
    const long = { answer, totalChars: 5_000_000 }
    expect(compareResults(long, long)).toBe('The beginnings of the results are the same')
    expect(compareResults({ answer, isCut: true }, { answer })).toBe(
      'What is kept of the results is the same'
    )
  })

  it('knows that results of different lengths differ, however they begin', () => {
    const long = { answer, totalChars: 5_000_000 }
    expect(compareResults(long, { ...long, totalChars: 5_000_001 })).toBe('The results differ')
  })
})
