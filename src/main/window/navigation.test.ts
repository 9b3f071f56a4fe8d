import { describe, expect, it } from 'vitest'
import { isOwnPage, lockNavigation } from './navigation'
import { UI_URL } from './protocol'

const FOREIGN = [
  'app://evil/index.html',
  'app://patchbay.evil/',
  'app://patchbay@evil/',
  'app://user:pw@patchbay/index.html',
  'app://patchbay:8080/index.html',
  'app:/\\evil',
  'https://patchbay/index.html',
  'https://example.com',
  'http://127.0.0.1:5173/',
  'file:///etc/passwd',
  'data:text/html,<script>1</script>',
  'blob:app://patchbay/1234',
  'javascript:alert(1)',
  'about:blank',
  'view-source:app://patchbay/index.html',
  'devtools://devtools/bundled/inspector.html',
  'chrome://gpu',
  'ms-msdt:/id',
  '//evil.example',
  ''
]

describe('navigation', () => {
  it('knows its own page', () => {
    expect(isOwnPage('app://patchbay/index.html#tools', UI_URL)).toBe(true)
  })

  it.each(FOREIGN)('does not know %j', (url) => {
    expect(isOwnPage(url, UI_URL)).toBe(false)
  })

  it('stops every way out', () => {
    const listeners = new Map<string, (event: unknown) => void>()
    let openHandler: ((details: never) => unknown) | undefined
    lockNavigation(
      {
        on: (event, listener) => listeners.set(event, listener as (event: unknown) => void),
        setWindowOpenHandler: (handler) => (openHandler = handler as never)
      },
      UI_URL
    )
    const isStopped = (event: string, url: string, isMainFrame = true): boolean => {
      let stopped = false
      listeners.get(event)?.({ url, isMainFrame, preventDefault: () => (stopped = true) })
      return stopped
    }
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(FOREIGN.filter((url) => !isStopped(event, url))).toEqual([])
      expect(isStopped(event, UI_URL)).toBe(false)
    }
    const piece = 'blob:app://patchbay/1234'
    const inFrame = FOREIGN.filter((url) => !isStopped('will-frame-navigate', url, false))
    expect(inFrame).toEqual([piece])
    expect(isStopped('will-attach-webview', UI_URL)).toBe(true)
    expect(openHandler?.({ url: UI_URL } as never)).toEqual({ action: 'deny' })
  })
})
