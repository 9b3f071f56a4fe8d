import { expect, it } from 'vitest'
import { HIDDEN_VALUE } from '../../shared/configuration'
import { isCodeLoading } from '../config/code-loading'
import { keptText } from './audit-redaction'
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
