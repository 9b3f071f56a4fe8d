import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readBody, readEvents, type StreamEvent } from './http-body'

/** Lets `write` answer one request and `read` take the response. */
async function through<T>(
  write: (response: ServerResponse) => void,
  read: (incoming: IncomingMessage) => Promise<T>
): Promise<T> {
  const server = createServer((_request, response) => write(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject)
    })
    incoming.on('error', () => undefined)
    return await read(incoming)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function eventsIn(chunks: readonly (string | Buffer)[], limitBytes = 10_000) {
  const events: StreamEvent[] = []
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
      readEvents(incoming, limitBytes, {
        onEvent: (event) => events.push(event),
        onId: (id) => ids.push(id),
        onBytes: () => 0
      })
  )
  return { events, ids, end, data: events.map(({ data }) => data) }
}

describe('readBody', () => {
  it('joins a body that comes byte by byte', async () => {
    const text = 'naïve 😀 '.repeat(1_000)
    const body = await through(
      (response) => {
        for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]))
        response.end()
      },
      (incoming) => readBody(incoming, 100_000)
    )
    expect(body).toEqual({ text, bytes: Buffer.byteLength(text), end: 'whole' })
  })

  it('stops reading at the limit', async () => {
    const body = await through(
      (response) => void response.end('x'.repeat(200_000)),
      (incoming) => readBody(incoming, 1_000)
    )
    expect(body.end).toBe('too long')
  })

  it('tells a body that was cut from a whole one', async () => {
    const body = await through(
      (response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => response.destroy())
      },
      (incoming) => readBody(incoming, 1_000)
    )
    expect(body).toMatchObject({ text: 'half', end: 'cut' })
  })

  it('names the byte that is not UTF-8, behind a replacement character that is meant', async () => {
    const bytes = Buffer.concat([Buffer.from('é\ufffd'), Buffer.from([0xff])])
    const body = await through(
      (response) => void response.end(bytes),
      (incoming) => readBody(incoming, 1_000)
    )
    expect(body.violations?.[0]?.message).toBe('This is not UTF-8 at byte 5.')
  })
})

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
        readEvents(incoming, 1_000_000, {
          onEvent: () => count++,
          onBytes: () => 0,
          congestion: () => (isFull ? gate.promise : undefined)
        })
    )
    for (let turn = 0; turn < 500; turn++) await new Promise((next) => setImmediate(next))
    expect(count).toBeLessThan(20)
    isFull = false
    gate.resolve()
    expect([await end, count]).toEqual([{ how: 'ended' }, 200])
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
    expect({ data, end }).toEqual({ data: ['whole'], end: { how: 'ended', rest: 'half' } })
  })

  it('stops at an event without end', async () => {
    const { end } = await eventsIn([`data: ${'x'.repeat(50_000)}`, 'y'.repeat(50_000)])
    expect(end.how).toBe('too long')
  })
})
