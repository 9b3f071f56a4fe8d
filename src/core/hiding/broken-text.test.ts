import { describe, expect, it } from 'vitest'
import { shownBrokenText } from './broken-text'

describe('shownBrokenText', () => {
  it('shows what is neither called a secret nor looks like one', () => {
    const text = `{
  "mcpServers": {
    "files": {
      "command" "node",
      "args": ["server.js", "--root", "/srv/data" "--level=3"],
      "env": { "LEVEL": "debug", "PORT": 8080 "REGION": "eu-west-1" }
    }
}`
    expect(shownBrokenText(text)).toBe(text)
  })

  it.each([
    ['a value by its name', '{ "env": { "API_KEY": "c4nary", "LEVEL": "debug" '],
    ['a number by its name', '{ "env": { "DB_PASSWORD": 7654321 '],
    ['a value whose colon is missing', '{ "env": { "API_KEY" "c4nary" } '],
    ['a value on the next line', '{ "env": { "API_KEY":\r\n\r\n"c4nary" '],
    ['a value that is not closed', '{ "env": { "API_KEY": "c4nary,\n "LEVEL": "debug" } }'],
    ['a value that is not opened', '{ "env": { "API_KEY": c4nary" } }'],
    ['a value whose name is not closed', '{ "env": { "API_KEY: "c4nary" } }'],
    ['a value that has become one with its name', '{ "env": { "API_KEY: c4nary" } }'],
    ['a value in single quotes', "{ 'env': { 'API_KEY': 'c4nary' } }"],
    ['all below what is called a secret', '{ "secrets": { "one": { "a": "c4nary" } '],
    ['all in a list that is called secret', '{ "tokens": ["c4nary", "c4nary"'],
    ['the default of a password', '{ "inputs": [{ "password": true, "default": "c4nary" }'],
    ['a password in an address', '{ "url": "https://me:c4nary@example.com/mcp?k=c4nary" '],
    ['an argument', '{ "args": ["--api-key=c4nary"'],
    ['a header among arguments', '{ "args": ["Authorization: Bearer c4nary"'],
    ['what a comment has', '{ // "API_KEY": "c4nary-12345"\n "a": '],
    ['a comment that is not closed', '{ /* "API_KEY": "c4nary-12345"\n c4nary '],
    ['a comment that is very long', `{ /* ${'word '.repeat(4_000)}\n c4nary \n*/ "a" `],
    ['what looks like a token', '{ "env": { "LEVEL": "ghp_7654321c4nary" '],
    ['what is no JSON at all', 'env:\n  API_KEY: c4nary\n  - c4nary'],
    ['an escape that is broken', '{ "env": { "API_KEY": "c4nary\\u00" } }']
  ])('hides %s', (_, text) => {
    const shown = shownBrokenText(text)
    expect(shown).not.toMatch(/c4nary|7654321/)
    expect(shown).toContain('•••')
    expect(shown.split('\n')).toHaveLength(text.split('\n').length)
  })

  // If it took longer than its input is long, it would not end within the time of the test.
  it('ends with a long text that is broken all over', { timeout: 60_000 }, () => {
    const text = `{${'"a" "b"\n ?, '.repeat(40_000)}${'[{'.repeat(40_000)}'`
    expect(shownBrokenText(text).split('\n')).toHaveLength(40_001)
  })
})
