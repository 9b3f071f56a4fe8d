import { describe, expect, it } from 'vitest'
import type { StoreClient } from '../core/traffic/store/store-client'
import { closeViewsWithPage, OpenViews } from './open-views'

const spec = { recording: 1, query: '', isPaired: false, isFolded: false }

/** A thread that has lists, and a page that can go. */
function viewsOf() {
  const open = new Set<number>()
  let lastId = 0
  const ask = async (name: string, of: unknown): Promise<unknown> => {
    if (name === 'closeView') return open.delete(Number(of))
    open.add(++lastId)
    return { viewId: lastId }
  }
  const views = new OpenViews({ ask: ask as StoreClient['ask'] })
  const listeners = new Map<string, () => void>()
  closeViewsWithPage({ on: (event, listener) => listeners.set(event, listener) }, views)
  return { views, open, happens: (event: string) => listeners.get(event)?.() }
}

describe('the lists of a page', () => {
  it.each(['did-navigate', 'render-process-gone'])('are closed on %s', async (event) => {
    const { views, open, happens } = viewsOf()
    await views.add(spec)
    await views.add(spec)
    await views.close(1)
    expect([...open]).toEqual([2])
    happens(event)
    await views.add(spec)
    expect([...open]).toEqual([3])
  })

  it('are closed also when they were on their way while it went', async () => {
    const { views, open, happens } = viewsOf()
    const opening = views.add(spec)
    happens('did-navigate')
    await opening
    expect([...open]).toEqual([])
  })
})
