/** The one door through which the windows reach main. Nothing else may listen to it. */
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { PAINTED_CHANNEL, REQUEST_CHANNEL } from '../../shared/ipc/ipc-wire'

/** Gives the JSON of the answer. */
export type Answerer = (event: IpcMainInvokeEvent, asked: readonly unknown[]) => Promise<string>

/** A page may ask before anybody can answer: it waits for the answerer that the returned function is given. */
export function openDoor(): (answerer: Answerer) => void {
  const { promise, resolve } = Promise.withResolvers<Answerer>()
  ipcMain.handle(REQUEST_CHANNEL, async (event, ...asked: readonly unknown[]) => {
    const answer = await promise
    return answer(event, asked)
  })
  return resolve
}

/** Resolves when the first content of a page has reached the screen. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => ipcMain.once(PAINTED_CHANNEL, () => resolve()))
}
