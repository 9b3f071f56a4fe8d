import { expect, it } from 'vitest'
import { isCodeLoading } from '../config/code-loading'
import { keptText } from './audit-redaction'
import { Redactor } from './redaction'

it('takes no longer for a text made to be looked at again and again', () => {
  const text = `${'a.'.repeat(200_000)} https://me:hush@example.test`
  const kept = keptText(JSON.stringify(text), new Redactor()).text
  expect(kept).not.toContain('hush')
  expect(isCodeLoading(`PIP${'_'.repeat(400_000)}`)).toBe(true)
})
