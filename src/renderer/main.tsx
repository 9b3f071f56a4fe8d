import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { request } from './bridge'
import { startFeed } from './feed'
import { notify } from './stores/notices'
import { loadMonaco } from './ui/monaco'
import './styles/tokens.css'
import './styles/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

reportFirstPaint()
await startFeed()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)

/** The browser itself says when the first content has reached the screen. */
function reportFirstPaint(): void {
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    request('app.painted').catch(notify)
    // The editor is large and soon wanted; it is fetched while there is nothing else to do.
    requestIdleCallback(() => void loadMonaco())
  })
  observer.observe({ type: 'paint', buffered: true })
}
