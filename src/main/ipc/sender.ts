import type { WebFrameMain } from 'electron'

type Sender = Pick<WebFrameMain, 'origin'>

/** Only the main frame of our own window, showing our own page, may ask for anything. */
export function isOwnSender(
  sender: Sender | null,
  mainFrame: Sender | undefined,
  uiOrigin: string
): boolean {
  return sender !== null && sender === mainFrame && sender.origin === uiOrigin
}
