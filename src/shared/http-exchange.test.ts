import { expect, it } from 'vitest'
import { readExchange } from './http-exchange'

const ASKED = ['POST http://127.0.0.1/mcp', 'accept: application/json', 'authorization: •••']

it('reads an exchange as it was recorded', () => {
  const answered = ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'X-Odd: a: b']
  const raw = ['POST /mcp → 200 application/json, 12 ms', '', ...ASKED, '', ...answered].join('\n')
  expect(readExchange(raw)).toEqual({
    method: 'POST',
    url: 'http://127.0.0.1/mcp',
    requestHeaders: [
      { name: 'accept', value: 'application/json' },
      { name: 'authorization', value: '•••' }
    ],
    response: {
      version: '1.1',
      status: 200,
      reason: 'OK',
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'X-Odd', value: 'a: b' }
      ]
    },
    tookMs: 12
  })
})

it('says why there was no response', () => {
  const raw = ['POST /mcp failed: connection refused', '', ...ASKED].join('\n')
  expect(readExchange(raw)).toMatchObject({ method: 'POST', failure: 'connection refused' })
  expect(readExchange(raw)?.response).toBeUndefined()
})

it('takes no other event for an exchange', () => {
  for (const raw of ['Started, process 4.', 'Trying Streamable HTTP.', '', 'a\n\nb\n\nc']) {
    expect(readExchange(raw)).toBeUndefined()
  }
})
