import { StrictMode, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { messageOf } from '../shared/protocol/errors'
import { App } from './window/App'
import { request } from './bridge/bridge'
import { startFeed } from './window/feed'
import { notify } from './stores/window/notices'
import { Button } from './ui/controls/Button'
import { EmptyState } from './ui/panes/EmptyState'
import { loadMonaco } from './ui/editor/monaco'
import './styles/tokens.css'
import './styles/base.css'
import './styles/primitives.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const view = await firstView()
flushSync(() => createRoot(root).render(<StrictMode>{view}</StrictMode>))
// What is asked for while a frame is made runs when the frame is done.
requestAnimationFrame(() => setTimeout(afterPaint))

/** The app, or why there is none: a window must never stay blank. */
async function firstView(): Promise<ReactNode> {
  try {
    await startFeed()
    return <App />
  } catch (error) {
    return (
      <EmptyState
        title="Patchbay could not start its window"
        isPage
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        {messageOf(error)}
      </EmptyState>
    )
  }
}

/** The app is on the screen, and has taken the place of what the page shows without it. */
function afterPaint(): void {
  request('app.painted').catch(notify)
  // What an open server needs, and then the editor, are soon wanted.
  void import('./features/workspace/OpenWorkspace')
  requestIdleCallback(() => void loadMonaco())
}
