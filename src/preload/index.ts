import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import { EVENT_CHANNEL, REQUEST_CHANNEL, type Bridge } from '../shared/ipc-wire'

type Listener = Parameters<Bridge['on']>[1]

const listeners = new Map<string, Set<Listener>>()

ipcRenderer.on(EVENT_CHANNEL, (_event: IpcRendererEvent, name: string, payloadJson: string) => {
  for (const listener of listeners.get(name) ?? []) listener(payloadJson)
})

const bridge: Bridge = {
  request: (route, inputJson) =>
    ipcRenderer.invoke(REQUEST_CHANNEL, route, inputJson) as Promise<string>,
  on: (event, listener) => {
    const others = listeners.get(event) ?? new Set()
    listeners.set(event, others.add(listener))
    return () => void others.delete(listener)
  },
  pathOf: (file) => webUtils.getPathForFile(file as File)
}

contextBridge.exposeInMainWorld('patchbay', bridge)

contextBridge.executeInMainWorld({ func: removeWebRtc })

/** The content security policy does not apply to WebRTC, and no page of ours uses it. */
function removeWebRtc(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {
    Reflect.deleteProperty(globalThis, name)
  }
}
