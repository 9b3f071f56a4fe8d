// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { CallId } from '../../../shared/ids'
import { DEFAULT_PREFERENCES } from '../../../shared/preferences'
import { setPreferences, usePreferences } from '../../stores/preferences'
import { drawn } from '../../ui/testing'
import { StructuredContent } from './StructuredContent'

const body = { ref: { callId: 'a' as CallId }, pointer: '', cuts: [] }
const rows = [{ name: 'one' }, { name: 'two' }]

beforeEach(() => setPreferences(DEFAULT_PREFERENCES))

async function chosen(value: unknown): Promise<string | undefined> {
  const place = await drawn(
    <StructuredContent value={value} body={body} findings={[]} revealed={undefined} />
  )
  const radio = place.querySelector<HTMLElement>('[role="radio"][aria-checked="true"]')
  return radio?.textContent ?? undefined
}

it('is shown as a table again once somebody has chosen that, also of other results', async () => {
  expect(await chosen(rows)).toBe('Tree')
  const table = [...document.querySelectorAll<HTMLElement>('[role="radio"]')].at(-1)
  await act(async () => table?.click())
  expect(usePreferences.getState().structuredView).toBe('table')
  expect(await chosen(rows)).toBe('Table')
  expect(await chosen({ found: rows })).toBe('Table of found')
})
