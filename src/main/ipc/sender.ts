import type { WebFrameMain } from 'electron'
import type { Routes } from './router'

type Sender = Pick<WebFrameMain, 'origin'>

/** A window and what it may ask for. */
export type Door<Frame extends Sender = WebFrameMain> = {
  readonly mainFrame: () => Frame | undefined
  readonly routes: Routes
}

/** Only the main frame of a window of ours, showing our own page, may ask for anything. */
export function isOwnSender(
  sender: Sender | null,
  mainFrame: Sender | undefined,
  uiOrigin: string
): boolean {
  return sender !== null && sender === mainFrame && sender.origin === uiOrigin
}

/** Who asks decides what can be asked for. Undefined for anyone who may not ask at all. */
export function routesFor<Frame extends Sender>(
  sender: Frame | null,
  doors: readonly Door<Frame>[],
  uiOrigin: string
): Routes | undefined {
  return doors.find(({ mainFrame }) => isOwnSender(sender, mainFrame(), uiOrigin))?.routes
}
