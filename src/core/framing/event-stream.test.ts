import { describe, expect, it } from 'vitest'
import { readEvents, type LongEvent, type StreamEvent } from './event-stream'
import { through } from '../http/response-testing'

async function eventsIn(
  chunks: readonly (string | Buffer)[],
  limitBytes = 10_000,
  endlessBytes = 1_000_000
) {
  const events: StreamEvent[] = []
  const long: LongEvent[] = []
  const ids: string[] = []
  const end = await through(
    (response) => {
      const [next, ...rest] = chunks
      const more = (chunk: string | Buffer | undefined, left: typeof chunks): void => {
        if (chunk === undefined) return void response.end()
        response.write(chunk, () => more(left[0], left.slice(1)))
      }
      more(next, rest)
    },
    (incoming) =>
      readEvents(
        incoming,
        limitBytes,
        {
          onEvent: (event) => events.push(event),
          onLong: (event) => long.push(event),
          onId: (id) => ids.push(id),
          onBytes: () => 0
        },
        endlessBytes
      )
  )
  return { events, long, ids, end, data: events.map(({ data }) => data) }
}

describe('readEvents', () => {
  it('leaves with the server what cannot be taken yet, and loses nothing of it', async () => {
    const gate = Promise.withResolvers<void>()
    let isFull = true
    let count = 0
    const end = through(
      (response) => {
        for (let sent = 0; sent < 200; sent++) response.write(`data: ${'x'.repeat(100_000)}\n\n`)
        response.end()
      },
      (incoming) =>
        readEvents(
          incoming,
          1_000_000,
          {
            onEvent: () => count++,
            onBytes: () => 0,
            congestion: () => (isFull ? gate.promise : undefined)
          },
          1_000_000
        )
    )
    for (let turn = 0; turn < 500; turn++) await new Promise((next) => setImmediate(next))
    expect(count).toBeLessThan(20)
    isFull = false
    gate.resolve()
    expect([await end, count]).toMatchObject([{ how: 'ended' }, 200])
  })

  it('keeps a character whole wherever the stream is cut in two', async () => {
    const bytes = Buffer.from('data: é😀\ufffd\n\n')
    for (let cut = 1; cut < bytes.length; cut++) {
      const { events } = await eventsIn([bytes.subarray(0, cut), bytes.subarray(cut)])
      expect(events).toMatchObject([{ type: 'message', data: 'é😀\ufffd' }])
    }
  })

  it('notes the event that is not UTF-8, and no other', async () => {
    const bad = Buffer.concat([Buffer.from('data: a'), Buffer.from([0xff]), Buffer.from('\n\n')])
    const { events } = await eventsIn(['data: \ufffd\n\n', bad, 'data: b\n\n'])
    expect(events.map(({ violations }) => violations?.map(({ rule }) => rule))).toEqual([
      undefined,
      ['bad-utf8'],
      undefined
    ])
  })

  it('counts the id of an event that carries nothing', async () => {
    const { ids, data } = await eventsIn(['id: 1\ndata: \n\nid: 2\n\n: comment\n\ndata: x\n\n'])
    expect({ ids, data }).toEqual({ ids: ['1', '2'], data: ['', 'x'] })
  })

  it('keeps apart what the end of the stream cut off', async () => {
    const { data, end } = await eventsIn(['data: whole\n\ndata: half'])
    expect({ data, end }).toEqual({
      data: ['whole'],
      end: { how: 'ended', start: 'whole', rest: 'half' }
    })
  })

  it.each(['\n', '\r', '\r\n'])('ends events by empty lines that end with %j', async (eol) => {
    const lines = [': words', '', 'id: 1', 'data: one', 'data: two', '', '', 'data: three', '', '']
    const bytes = Buffer.from(`\ufeff${lines.join(eol)}`)
    for (let cut = 1; cut < bytes.length; cut++) {
      const { data, ids } = await eventsIn([bytes.subarray(0, cut), bytes.subarray(cut)])
      expect({ data, ids }).toEqual({ data: ['one\ntwo', 'three'], ids: ['1'] })
    }
  })

  it('keeps the bytes of the data that are not UTF-8', async () => {
    const bad = Buffer.from([0xff, 0xfe, 0xc3, 0x28])
    const event = Buffer.concat([Buffer.from('id: é\ndata: a'), bad, Buffer.from('\n\n')])
    const { events } = await eventsIn([event, 'data: b\n\n'])
    expect(events).toMatchObject([
      { data: 'a\ufffd\ufffd\ufffd(', bytes: 5, id: 'é' },
      { data: 'b' }
    ])
    expect(events.map(({ original }) => original && Buffer.from(original).toString('hex'))).toEqual(
      ['61fffec328', undefined]
    )
  })

  it('skips an event that is too long, and hears the next one', async () => {
    const frame = `{"jsonrpc":"2.0","result":"${'x'.repeat(90_000)}","id":7}`
    const { events, long, ids, end } = await eventsIn([
      'data: before\n\n',
      `id: 4\ndata: ${frame.slice(0, 50_000)}`,
      `${frame.slice(50_000)}\nid: 5\n\ndata: after\n\n`
    ])
    expect(events.map(({ data }) => data)).toEqual(['before', 'after'])
    expect(long).toMatchObject([{ type: 'message', isEndless: false }])
    expect(long[0]?.data.length).toBeGreaterThan(9_000)
    expect(frame.startsWith(long[0]?.data ?? '-')).toBe(true)
    expect(long[0]?.end.endsWith('x","id":7}')).toBe(true)
    expect(long[0]?.bytes).toBeGreaterThan(90_000)
    expect({ ids, end }).toMatchObject({ ids: ['4', '5'], end: { how: 'ended' } })
  })

  it('stops at an event without end', async () => {
    const chunks = [`data: ${'x'.repeat(50_000)}`, 'y'.repeat(50_000), '\n\ndata: after\n\n']
    const { end, long, events } = await eventsIn(chunks, 10_000, 60_000)
    expect({ end, events, isEndless: long.map(({ isEndless }) => isEndless) }).toEqual({
      end: { how: 'too long' },
      events: [],
      isEndless: [true]
    })
  })

  it('hears no more of a chunk while the taker needs time', async () => {
    const gate = Promise.withResolvers<void>()
    const sent = Array.from({ length: 1_000 }, (_, index) => `data: ${index}\n\n`).join('')
    const heard: string[] = []
    const end = through(
      (response) => void response.end(sent),
      (incoming) =>
        readEvents(
          incoming,
          1_000,
          {
            onEvent: ({ data }) => heard.push(data),
            onBytes: () => 0,
            pause: () => (heard.length === 10 ? gate.promise : undefined)
          },
          1_000
        )
    )
    for (let turn = 0; turn < 500; turn++) await new Promise((next) => setImmediate(next))
    expect(heard).toHaveLength(10)
    gate.resolve()
    expect(await end).toEqual({ how: 'ended', start: '0' })
    expect(heard).toEqual(Array.from({ length: 1_000 }, (_, index) => String(index)))
  })
})
