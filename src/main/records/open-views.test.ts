import { describe, expect, it } from 'vitest'
import { closeViewsWithPage, OpenViews } from './open-views'

const spec = { recording: 1, query: '', isPaired: false, isFolded: false }

/** A thread that has lists, and a page that can go. */
function viewsOf() {
  const open = new Set<number>()
  let lastId = 0
  const views = new OpenViews({
    open: async (_: typeof spec) => {
      open.add(++lastId)
      return { viewId: lastId }
    },
    close: async (viewId) => void open.delete(viewId)
  })
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

  it('are to be opened anew when the thread that had them has broken', async () => {
    const { views } = viewsOf()
    await views.add(spec)
    await views.add(spec)
    await views.close(1)
    expect(views.gone()).toEqual([{ viewId: 2, isGone: true }])
  })

  it('are closed also when they were on their way while it went', async () => {
    const { views, open, happens } = viewsOf()
    const opening = views.add(spec)
    happens('did-navigate')
    await opening
    expect([...open]).toEqual([])
  })
})
