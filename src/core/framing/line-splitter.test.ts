import { describe, expect, it } from 'vitest'
import { LineSplitter, type LongLine, type SplitLine } from './line-splitter'

function split(chunks: readonly (string | Buffer)[], limitBytes = 1_000) {
  const lines: SplitLine[] = []
  const tooLong: LongLine[] = []
  const rest: SplitLine[] = []
  const splitter = new LineSplitter(
    (line) => lines.push(line),
    (line) => tooLong.push(line),
    limitBytes
  )
  for (const [at, chunk] of chunks.entries()) splitter.push(Buffer.from(chunk), at)
  splitter.end((line) => rest.push(line))
  return { lines, tooLong, rest, texts: lines.map((line) => line.text) }
}

describe('LineSplitter', () => {
  it('joins a line that arrives in pieces', () => {
    expect(split(['{"a"', ':1', '}\n{"b":2}\n']).texts).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('joins a line that arrives byte by byte', () => {
    const line = Array.from({ length: 5_000 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(
      ''
    )
    expect(split([...`${line}\n${line}\n`], 10_000).texts).toEqual([line, line])
  })

  it('accepts CRLF and ignores empty lines', () => {
    expect(split(['one\r\n\r\n\n\ntwo\n']).texts).toEqual(['one', 'two'])
  })

  it('keeps a character whole that is split over two chunks', () => {
    const bytes = Buffer.from('naïve 😀\n')
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(split([bytes.subarray(0, cut), bytes.subarray(cut)]).lines).toEqual([
        { text: 'naïve 😀', bytes: 11, arrival: { firstByteAt: 0, doneAt: 1 } }
      ])
    }
  })

  it('hands out the unfinished last line only at the end', () => {
    const { texts, rest } = split(['whole\nhalf'])
    expect([texts, rest]).toMatchObject([['whole'], [{ text: 'half', bytes: 4 }]])
  })

  it('tells when the chunks came in which a line began and ended', () => {
    const { lines, rest } = split(['a\nb', 'b', 'b\nü\nd', '\r\n', '', 'e'])
    expect([...lines, ...rest].map(({ text, arrival }) => [text, arrival])).toEqual([
      ['a', { firstByteAt: 0, doneAt: 0 }],
      ['bbb', { firstByteAt: 0, doneAt: 2 }],
      ['ü', { firstByteAt: 2, doneAt: 2 }],
      ['d', { firstByteAt: 2, doneAt: 3 }],
      ['e', { firstByteAt: 5, doneAt: 5 }]
    ])
  })

  it('says once of a line that it seems to have no end', () => {
    const told: LongLine[] = []
    const splitter = new LineSplitter(
      () => undefined,
      (line) => told.push(line),
      4,
      10
    )
    for (let turn = 0; turn < 5; turn++) splitter.push(Buffer.from('xxxxx'))
    splitter.push(Buffer.from('\n'))
    expect(told.map(({ bytes, isEndless, end }) => [bytes, isEndless, end !== undefined])).toEqual([
      [5, undefined, false],
      [15, true, false],
      [25, undefined, true]
    ])
  })

  it('names the byte where a line stops being UTF-8', () => {
    const at = (bytes: number[]) => split([Buffer.from([...bytes, 0x0a])]).lines[0]?.invalidUtf8At
    expect(at([0x61, 0x80])).toBe(1)
    expect(at([0x61, 0xff, 0x62])).toBe(1)
    expect(at([0xc3, 0xa9, 0xe2, 0x82])).toBe(2)
    expect(at([0xc3, 0xa9])).toBeUndefined()
  })

  it('finds the bad byte behind a long valid part', () => {
    const line = Buffer.concat([Buffer.from('é'.repeat(100_000)), Buffer.from([0xff, 0x0a])])
    expect(split([line], 1_000_000).lines[0]?.invalidUtf8At).toBe(200_000)
  })

  it('reports a line over the limit with its start, then its size and end, and goes on', () => {
    const { tooLong, texts, rest } = split([
      ...['a'.repeat(600), 'b'.repeat(600), 'c'.repeat(2_000), 'd\nnext\n']
    ])
    const start = { text: 'a'.repeat(600) + 'b'.repeat(600) }
    expect(tooLong).toMatchObject([
      { start, bytes: 1_200 },
      { start, bytes: 3_201, end: `${'c'.repeat(1_023)}d` }
    ])
    expect({ texts, rest }).toEqual({ texts: ['next'], rest: [] })
  })

  it('reports the size of a line over the limit that the stream cuts off', () => {
    const { tooLong, rest } = split(['a'.repeat(600), 'b'.repeat(600), 'c'])
    expect(tooLong.at(-1)).toMatchObject({ bytes: 1_201 })
    expect(rest).toEqual([])
  })
})
