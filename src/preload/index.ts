import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import {
  EVENT_CHANNEL,
  PAINTED_CHANNEL,
  REQUEST_CHANNEL,
  TAKEN_ROUTE,
  type Bridge
} from '../shared/ipc/ipc-wire'

type Listener = Parameters<Bridge['on']>[1]

const listeners = new Map<string, Set<Listener>>()

/** Main waits for a page that says nothing for long, so this need not be said at once. */
const SAY_TAKEN_MS = 50
let taken = 0
let isSaying = false

ipcRenderer.on(
  EVENT_CHANNEL,
  (_event: IpcRendererEvent, name: string, payloadJson: string, sequence: number) => {
    sayTaken(sequence)
    for (const listener of listeners.get(name) ?? []) listener(payloadJson)
  }
)

function sayTaken(sequence: number): void {
  taken = sequence
  if (isSaying) return
  isSaying = true
  setTimeout(() => {
    isSaying = false
    const input = JSON.stringify({ upTo: taken })
    ipcRenderer.invoke(REQUEST_CHANNEL, TAKEN_ROUTE, input).catch(() => undefined) // main is ending
  }, SAY_TAKEN_MS)
}

/** The browser itself says when the first content has reached the screen. */
const paints = new PerformanceObserver((seen) => {
  if (seen.getEntriesByName('first-contentful-paint').length === 0) return
  paints.disconnect()
  ipcRenderer.send(PAINTED_CHANNEL)
})
paints.observe({ type: 'paint', buffered: true })

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
