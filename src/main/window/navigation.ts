/** The window shows our own page and nothing else, whatever a page or a server asks for. */
import type { WebContents } from 'electron'

export function isOwnPage(address: string, uiUrl: string): boolean {
  const url = URL.parse(address)
  const own = URL.parse(uiUrl)
  if (!url || !own || url.username !== '' || url.password !== '') return false
  return url.protocol === own.protocol && url.host === own.host
}

/** What our page has put into a frame of its own: the page of a server, in a sandbox. */
function isOwnPiece({ url, isMainFrame }: NavigationEvent, uiUrl: string): boolean {
  return isMainFrame === false && url.startsWith('blob:') && isOwnPage(url.slice(5), uiUrl)
}

type Contents = Pick<WebContents, 'setWindowOpenHandler'> & {
  on(event: string, listener: (...args: never[]) => void): unknown
}

type NavigationEvent = {
  readonly url: string
  readonly isMainFrame?: boolean
  readonly preventDefault: () => void
}

export function lockNavigation(contents: Contents, uiUrl: string): void {
  const stayHere = (event: NavigationEvent): void => {
    const isOwn = isOwnPage(event.url, uiUrl) || isOwnPiece(event, uiUrl)
    if (!isOwn) event.preventDefault()
  }
  contents.on('will-navigate', stayHere)
  contents.on('will-frame-navigate', stayHere)
  contents.on('will-redirect', stayHere)
  contents.on('will-attach-webview', (event: { preventDefault: () => void }) =>
    event.preventDefault()
  )
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
