// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { CallId } from '../../../shared/protocol/ids'
import { DEFAULT_PREFERENCES } from '../../../shared/ipc/preferences'
import { setPreferences, usePreferences } from '../../stores/window/preferences'
import { drawn } from '../../testing'
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

it('says how long a cut list is, and fetches more of it', async () => {
  const asked: unknown[] = []
  const request = async (route: string, json: string): Promise<string> => {
    asked.push([route, JSON.parse(json)])
    const cuts = [{ pointer: '', kind: 'list', shown: 4, total: 5_000 }]
    return JSON.stringify({
      ok: true,
      value: { value: [{ name: 'three' }, {}], cuts, totalChars: 9 }
    })
  }
  Object.assign(window, { patchbay: { on: () => () => undefined, request } })
  const pointer = '/structuredContent'
  const cuts = [{ pointer: `${pointer}/found`, kind: 'list', shown: 2, total: 5_000 } as const]
  const place = await drawn(
    <StructuredContent
      value={{ found: rows }}
      body={{ ...body, pointer, cuts }}
      findings={[]}
      revealed={undefined}
    />
  )
  const texts = () => [...place.querySelectorAll('[role="treeitem"]')].map((row) => row.textContent)
  expect(texts().join('\n')).toContain('5,000 items, 2 shown')
  const more = [...place.querySelectorAll<HTMLElement>('[role="treeitem"]')].at(-1)
  expect(more?.textContent).toContain('4,998')
  await act(async () => more?.click())
  expect(asked).toEqual([['body.outline', { ref: body.ref, pointer: `${pointer}/found`, from: 2 }]])
  expect(texts().join('\n')).toContain('5,000 items, 4 shown')
  expect(texts().join('\n')).toContain('4,996')
})
