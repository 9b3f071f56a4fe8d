import { expect, it } from 'vitest'
import { chatAddress, leavesMachine, whyNotSetUp, whyNotUsed } from './endpoint'

it.each([
  ['http://example.com/v1', /https/],
  ['http://192.168.1.5:11434/v1', /https/],
  ['ftp://localhost/v1', /https/],
  ['file:///etc/passwd', /https/],
  ['https://me:secret@example.com', /password/],
  ['http://169.254.169.254/latest', /own data/],
  ['https://[::ffff:169.254.169.254]/v1', /own data/],
  ['https://metadata.google.internal/v1', /own data/],
  ['https://example.com/v1?key=1', /added at its end/],
  ['https://example.com/v1#', /added at its end/],
  ['example.com/v1', /whole address|https/],
  ['', /whole address/]
])('no model is asked where that would not be safe: %s', (address, words) => {
  expect(whyNotUsed(address)).toMatch(words)
})

it.each([
  ['https://api.example.com/v1', 'https://api.example.com/v1/chat/completions', true],
  ['http://localhost:11434/v1/', 'http://localhost:11434/v1/chat/completions', false],
  [
    'https://api.example.com/v1/chat/completions',
    'https://api.example.com/v1/chat/completions',
    true
  ],
  ['http://localhost:1234/chat/completions/', 'http://localhost:1234/chat/completions', false],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/chat/completions', false],
  ['http://0x7f.1/v1', 'http://127.0.0.1/v1/chat/completions', false],
  ['https://10.0.0.5/v1', 'https://10.0.0.5/v1/chat/completions', true]
])('a model may be asked at %s', (address, asked, leaves) => {
  expect(whyNotUsed(address)).toBeUndefined()
  const url = chatAddress(address)
  expect([url.href, leavesMachine(url)]).toEqual([asked, leaves])
})

it.each([
  ['http://example.com/v1', 'tiny', 'KEY', /address/],
  ['https://example.com/v1', ' ', 'KEY', /needs a name/],
  ['https://example.com/v1', 'tiny', 'sk-proj-1234567890abcdefghij', /the key itself/]
])('a model is not set up with %j, %j and %j', (baseUrl, model, keyName, words) => {
  expect(whyNotSetUp({ baseUrl, model, keyName })).toMatch(words)
})

it.each(['', 'OPENAI_API_KEY', 'the key of my team 2026'])(
  'a secret may be called %j',
  (keyName) => {
    expect(whyNotSetUp({ baseUrl: 'https://example.com', model: 'tiny', keyName })).toBeUndefined()
  }
)
