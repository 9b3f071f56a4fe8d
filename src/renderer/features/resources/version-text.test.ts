import { expect, it } from 'vitest'
import { contentsText } from './version-text'

it('is the text itself where there is one content', () => {
  const contents = [{ uri: 'a://b', mimeType: 'application/json; charset=utf-8', text: '{}' }]
  expect(contentsText({ contents })).toEqual({ text: '{}', language: 'json' })
})

it('names the parts where there are several', () => {
  const contents = [{ uri: 'a://b', text: 'x' }, { uri: 'a://c', blob: 'AA==' }, 7]
  expect(contentsText({ contents }).text).toBe('── a://b\nx\n── a://c\nAA==\n7')
})

it('is the whole answer where that is of no known shape', () => {
  expect(contentsText('odd').text).toBe('"odd"')
  expect(contentsText({ contents: 'none' }).text).toBe('{\n  "contents": "none"\n}')
})

it('breaks base64 into lines', () => {
  const contents = [{ uri: 'a://b', blob: 'A'.repeat(100) }]
  expect(contentsText({ contents }).text).toBe(`${'A'.repeat(76)}\n${'A'.repeat(24)}`)
})
