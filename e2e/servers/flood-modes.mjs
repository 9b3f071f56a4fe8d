/** Servers that misbehave without end, as soon as their tools have been listed. */
import { Buffer } from 'node:buffer'
import process from 'node:process'
import { setImmediate, setInterval } from 'node:timers'
import { lineOf } from './line-server.mjs'

const CHUNK_BYTES = 1024 * 1024
const CHATTER_MS = 100

const ASKED_IN_ONE_WRITE = 5_000

export const floodModes = {
  /** Asks without end, and reads none of the answers. */
  askflood(server) {
    afterListing(server, async () => {
      process.stdin.pause()
      for (let id = 0; ; id += ASKED_IN_ONE_WRITE) {
        const pings = Array.from({ length: ASKED_IN_ONE_WRITE }, (_, index) =>
          lineOf({ id: `ask-${id + index}`, method: 'ping' })
        )
        await server.write(pings.join(''))
      }
    })
  },

  notifyflood(server) {
    const params = { level: 'info', data: 'There is always something to say.' }
    const line = lineOf({ method: 'notifications/message', params })
    afterListing(server, async () => {
      for (;;) await server.write(line.repeat(100))
    })
  },

  /** Reads no more, but goes on talking. */
  deaf(server) {
    afterListing(server, () => {
      process.stdin.pause()
      const params = { level: 'info', data: 'I am fine.' }
      setInterval(() => void server.notify('notifications/message', params), CHATTER_MS)
    })
  },

  /** Reads, and never says anything again. */
  mute(server) {
    afterListing(server, () => (server.hear = () => true))
  },

  /** Writes a line of so many bytes, which has no end. */
  hugeline(server, bytes) {
    const chunk = Buffer.alloc(CHUNK_BYTES, 'x')
    afterListing(server, async () => {
      for (let sent = 0; sent < Number(bytes); sent += CHUNK_BYTES) await server.write(chunk)
    })
  }
}

function afterListing(server, begin) {
  const list = server.handlers['tools/list']
  server.handlers['tools/list'] = (request) => {
    setImmediate(begin)
    return list(request)
  }
}
