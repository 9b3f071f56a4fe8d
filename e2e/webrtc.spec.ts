import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, promptOf, test } from './fixtures'

/** Two listeners on loopback, and everything that reached them. */
type Listeners = {
  readonly heard: string[]
  readonly udpPort: number
  readonly tcpPort: number
  readonly close: () => void
}

async function listen(): Promise<Listeners> {
  const heard: string[] = []
  const udp: UdpSocket = createSocket('udp4', () => heard.push('udp'))
  const tcp: Server = createServer((socket) => {
    heard.push('tcp')
    socket.on('error', () => undefined).destroy()
  })
  udp.bind(0, '127.0.0.1')
  tcp.listen(0, '127.0.0.1')
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
  return {
    heard,
    udpPort: udp.address().port,
    tcpPort: (tcp.address() as AddressInfo).port,
    close: () => {
      udp.close()
      tcp.close()
    }
  }
}

/** Asks STUN over UDP and TURN over TCP, from the page itself and from a frame that it makes. */
function reachOut(page: Page, { udpPort, tcpPort }: Listeners): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(async () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    globalThis.peers = []
    const reach = async (scope) => {
      const Peer = scope.RTCPeerConnection ?? scope.webkitRTCPeerConnection
      if (!Peer) return 'there is no WebRTC'
      try {
        const peer = new Peer({
          iceServers: [
            { urls: 'stun:127.0.0.1:${udpPort}' },
            { urls: 'turn:127.0.0.1:${tcpPort}?transport=tcp', username: 'u', credential: 'c' }
          ]
        })
        globalThis.peers.push(peer)
        const hasFailed = new Promise((resolve) => {
          peer.onicecandidateerror = ({ url }) => url.startsWith('turn:') && resolve()
        })
        peer.createDataChannel('x')
        await peer.setLocalDescription(await peer.createOffer())
        await hasFailed
        return 'refused'
      } catch (error) {
        return error.name
      }
    }
    return [await reach(globalThis), await reach(frame.contentWindow)]
  })()`)
}

/** Asks STUN from a window without any of our settings, to know when the others would be heard. */
async function askUnguarded(app: ElectronApplication, { udpPort }: Listeners): Promise<void> {
  const [page] = await Promise.all([
    app.waitForEvent('window', (opened) => opened.url().startsWith('data:')),
    app.evaluate(({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
      void window.loadURL('data:text/html,<body>')
    })
  ])
  await page.evaluate(`(async () => {
    globalThis.peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] })
    peer.createDataChannel('x')
    await peer.setLocalDescription(await peer.createOffer())
  })()`)
}

test('neither window reaches the network over WebRTC', async ({ start }) => {
  const project = mkdtempSync(join(tmpdir(), 'patchbay-project-'))
  const mcpServers = { other: { command: process.execPath, args: ['--version'] } }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers }))
  const guarded = await listen()
  const unguarded = await listen()
  try {
    const { app, window } = await start({}, { args: [`--project=${project}`] })
    const fromMain = await reachOut(window, guarded)
    const row = window.getByRole('button', { name: /^other\b/ })
    await row.click()
    await row.press('Enter')
    const fromPrompt = await reachOut(await promptOf(app), guarded)
    await askUnguarded(app, unguarded)
    await expect.poll(() => unguarded.heard).toContain('udp')
    expect(guarded.heard).toEqual([])
    // A frame is a world of its own, which the preload does not see; it asks, and finds nobody.
    const expected = ['there is no WebRTC', 'refused']
    expect({ fromMain, fromPrompt }).toEqual({ fromMain: expected, fromPrompt: expected })
  } finally {
    guarded.close()
    unguarded.close()
    rmSync(project, { recursive: true })
  }
})
