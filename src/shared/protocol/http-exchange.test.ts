import { expect, it } from 'vitest'
import { exchangeOf, layOutHalf, readExchange, shownSignature, signatureIn } from './http-exchange'

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

it('finds the signature of a request by how it is shown', () => {
  const shown = shownSignature('0123456789abcdef'.repeat(4))
  const raw = ['POST /mcp → 200, 1 ms', '', ...ASKED, `x-sig: ${shown}`].join('\n')
  expect(shown).toBe('01234567… (HMAC-SHA256)')
  expect([raw, ASKED.join('\n')].map((text) => signatureIn(readExchange(text) ?? NONE))).toEqual([
    { name: 'x-sig', value: shown },
    undefined
  ])
})

const NONE = { method: '', url: '', requestHeaders: [] }
const FORM =
  'POST https://as.test/token\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=2'

it('makes one exchange of a request and its reply', () => {
  expect(exchangeOf(FORM, 'HTTP/1.1 400 Bad Request\nx: y\n\n{}')).toEqual({
    method: 'POST',
    url: 'https://as.test/token',
    requestHeaders: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    response: {
      version: '1.1',
      status: 400,
      reason: 'Bad Request',
      headers: [{ name: 'x', value: 'y' }]
    }
  })
  expect(exchangeOf(FORM, 'No response: it is away.')).toMatchObject({
    failure: 'No response: it is away.'
  })
  expect(exchangeOf(FORM)).not.toHaveProperty('failure')
  expect(exchangeOf('what?')).toBeUndefined()
})

it('lays out a body for reading, and leaves what it does not know as it is', () => {
  expect(layOutHalf(FORM)).toBe(FORM.replace('&', '\n&'))
  const json = 'HTTP/1.1 200 OK\ncontent-type: application/json\n\n'
  expect(layOutHalf(`${json}{"a":1}`)).toBe(`${json}{\n  "a": 1\n}`)
  expect(layOutHalf('GET https://as.test/\naccept: */*')).toBe('GET https://as.test/\naccept: */*')
  expect(layOutHalf('HTTP/1.1 200 OK\n\n<html>\n\n</html>')).toBe(
    'HTTP/1.1 200 OK\n\n<html>\n\n</html>'
  )
})
