import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import { EVENT_CHANNEL, REQUEST_CHANNEL, type Bridge } from '../shared/ipc-wire'

const bridge: Bridge = {
  request: (route, inputJson) =>
    ipcRenderer.invoke(REQUEST_CHANNEL, route, inputJson) as Promise<string>,
  on: (event, listener) => {
    const relay = (_event: IpcRendererEvent, name: string, payloadJson: string): void => {
      if (name === event) listener(payloadJson)
    }
    ipcRenderer.on(EVENT_CHANNEL, relay)
    return () => void ipcRenderer.off(EVENT_CHANNEL, relay)
  },
  pathOf: (file) => webUtils.getPathForFile(file as File)
}

contextBridge.exposeInMainWorld('patchbay', bridge)
