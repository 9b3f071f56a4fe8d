import { expect, it } from 'vitest'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { fromJson } from '../../shared/json/json'
import { isCodeLoading } from '../hiding/code-loading'
import { keptText } from '../audit/log/audit-redaction'
import { encodedForms } from './encodings'
import { Redactor } from './redaction'

const SECRET = 'S3cr3t-value that "is" long/+enough'
const CHARS = 200_000

it('takes no longer for a text made to be looked at again and again', () => {
  const text = `${'a.'.repeat(200_000)} https://me:hush@example.test`
  const kept = keptText(JSON.stringify(text), new Redactor()).text
  expect(kept).not.toContain('hush')
  expect(isCodeLoading(`PIP${'_'.repeat(400_000)}`)).toBe(true)
})

/** A server knows the secrets that it was given, and can repeat how each form of them begins. */
const beginnings = [...new Set(encodedForms(SECRET).map((form) => form.slice(0, 12)))]

it.each<readonly [string, string, string]>([
  ['backslashes after a line of base64', `${'A'.repeat(16)}\n`, '\\'],
  ['escaped line ends after a line of base64', `${'A'.repeat(16)}\n`, '\\\\n \\'],
  ['percent signs', '%41', '%25'],
  ...beginnings.map((beginning) => [`many times ${beginning}`, 'cut... ', beginning] as const)
])('hides a secret after %s', { timeout: 20_000 }, (_, start, piece) => {
  const redactor = new Redactor()
  redactor.add([SECRET])
  const text = `${start}${piece.repeat(CHARS / piece.length)}! ${SECRET}`
  expect(redactor.redact(text).endsWith(`! ${HIDDEN_VALUE}`)).toBe(true)
  expect(redactor.redactJson(JSON.stringify({ text }))).toContain(`! ${HIDDEN_VALUE}"`)
})

/** Of such lengths a pattern cannot go back over each character. */
const MANY = 16 * 1024 * 1024

it.each<readonly [string, string]>([
  ['letters', 'x'.repeat(MANY)],
  ['line ends', `${'A'.repeat(16)}${'\n'.repeat(MANY)}`],
  ['escaped line ends', `${'A'.repeat(16)}${'\\n'.repeat(MANY / 2)}`],
  ['words', 'ab-'.repeat(MANY / 3)],
  ['beginnings of a token', 'eyJ-'.repeat(MANY / 4)],
  ['what looks like a token', `eyJ${'x1'.repeat(MANY / 2)}`],
  ['what looks like a header', `Bearer ${'x1'.repeat(MANY / 2)}`]
])('never shows a secret beside very many %s', { timeout: 60_000 }, (_, many) => {
  const redactor = new Redactor()
  redactor.add([SECRET])
  const json = JSON.stringify({ many, text: `it is ${SECRET}` })
  expect(redactor.redact(`${many} ${SECRET}`).includes(SECRET)).toBe(false)
  const redacted = redactor.redactJson(json)
  expect(redacted.endsWith(`"text":"it is ${HIDDEN_VALUE}"}`)).toBe(true)
  expect(keptText(json, redactor).text.includes(SECRET)).toBe(false)
})

it('reads a number of millions of digits', { timeout: 60_000 }, () => {
  const json = `{"a":${'1'.repeat(MANY)}}`
  expect(JSON.stringify(fromJson(json))).toHaveLength(json.length)
})
