import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBody } from './http-body'
import { through } from '../http/response-testing'

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

  it('tells the size, the beginning and the end of what is longer than the limit', async () => {
    const body = await through(
      (response) => void response.end(`{"a":"${'é'.repeat(100_000)}"}`),
      (incoming) => readBody(incoming, 1_000, 1_000_000)
    )
    const { text, tail, ...rest } = body
    expect(text).toMatch(/^\{"a":"é+$/)
    expect({ ...rest, tail: tail?.slice(-4) }).toEqual({
      bytes: 200_008,
      end: 'too long',
      tail: 'éé"}',
      isPart: false
    })
  })

  it('keeps the bytes of a body that is not UTF-8', async () => {
    const packed = gzipSync('{"a":1}')
    const body = await through(
      (response) => void response.end(packed),
      (incoming) => readBody(incoming, 1_000)
    )
    expect(Buffer.from(body.original ?? []).equals(packed)).toBe(true)
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
