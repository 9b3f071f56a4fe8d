// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { ResourceReading } from '../../../shared/calls/exchange'
import { NOTHING_READ } from '../../stores/calls/readings'
import { drawn } from '../../testing'
import { READY, SERVER } from '../tools/tool-testing'
import { ReadingBar } from './ReadingBar'

async function status(outcome: ResourceReading['outcome']): Promise<string> {
  const last = { outcome, tookMs: 1, readAt: Date.now(), isCached: false }
  const place = await drawn(
    <ReadingBar
      serverId={SERVER.id}
      state={READY}
      uri="a://b"
      readings={{ ...NOTHING_READ, last }}
      subscription={undefined}
      canCompare={false}
      view="contents"
      onView={() => undefined}
    />
  )
  return place.querySelector('[role="status"]')?.textContent ?? ''
}

it('says that a resource was read only when it was', async () => {
  expect(await status({ kind: 'result', result: { contents: [] } })).toContain('read just now')
  const error = { code: -32002, message: 'Resource not found' }
  expect(await status({ kind: 'error', error })).toContain('asked for just now')
})
