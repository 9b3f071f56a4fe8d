/** The window shows our own page and nothing else, whatever a page or a server asks for. */
import type { WebContents } from 'electron'

export function isOwnPage(address: string, uiUrl: string): boolean {
  const url = URL.parse(address)
  const own = URL.parse(uiUrl)
  if (!url || !own || url.username !== '' || url.password !== '') return false
  return url.protocol === own.protocol && url.host === own.host
}

type Contents = Pick<WebContents, 'setWindowOpenHandler'> & {
  on(event: string, listener: (...args: never[]) => void): unknown
}

type NavigationEvent = { readonly url: string; readonly preventDefault: () => void }

export function lockNavigation(contents: Contents, uiUrl: string): void {
  const stayHere = (event: NavigationEvent): void => {
    if (!isOwnPage(event.url, uiUrl)) event.preventDefault()
  }
  contents.on('will-navigate', stayHere)
  contents.on('will-frame-navigate', stayHere)
  contents.on('will-redirect', stayHere)
  contents.on('will-attach-webview', (event: { preventDefault: () => void }) =>
    event.preventDefault()
  )
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
