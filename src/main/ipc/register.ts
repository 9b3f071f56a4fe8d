/** The one door through which the window reaches main. Nothing else may listen to it. */
import { ipcMain, type WebFrameMain } from 'electron'
import { WorkbenchErrorCode } from '../../shared/errors'
import type { IpcHandlers } from '../../shared/ipc-contract'
import { REQUEST_CHANNEL, type IpcResult } from '../../shared/ipc-wire'
import { route } from './router'
import { isOwnSender } from './sender'

export function registerIpc(
  handlers: IpcHandlers,
  mainFrame: () => WebFrameMain | undefined,
  uiOrigin: string
): void {
  ipcMain.handle(REQUEST_CHANNEL, async (event, name: unknown, inputJson: unknown, ...surplus) => {
    const isAllowed = isOwnSender(event.senderFrame, mainFrame(), uiOrigin) && surplus.length === 0
    const result: IpcResult = isAllowed
      ? await route(handlers, name, inputJson)
      : {
          ok: false,
          error: { code: WorkbenchErrorCode.InvalidInput, message: 'This sender may not ask.' }
        }
    return JSON.stringify(result)
  })
}
