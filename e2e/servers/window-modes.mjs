/** Servers for what a person does in the window: things to save, to fill in, to open and to follow. */
import { Buffer } from 'node:buffer'
import { acknowledge, beModern, subscription } from './era-modes.mjs'
import { Refusal, textResult, tool } from './line-server.mjs'

/** Every byte there is, and a text in which a careless writer would change something. */
const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
const ODD_TEXT = '\ufeffline one\r\nline two\ttab\u0000 \u{1f600} \u202e end\n\n'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const FORM = {
  day: { type: 'string', format: 'date' },
  hour: { type: 'string', format: 'time' },
  moment: { type: 'string', format: 'date-time' },
  file: { type: 'string', contentEncoding: 'base64', contentMediaType: 'text/plain' }
}

const NOTE = 'test://note'

export const windowModes = {
  /** Answers with 5 MB of text and 5,000 rows, and a needle here and there. */
  haystack(server) {
    const hay = 'xxxxxxxxx\n'.repeat(240_000)
    server.toolList[2].inputSchema.properties = { text: { type: 'string' } }
    server.toolCalls.echo = () => ({
      content: Array.from({ length: 300 }, (_, n) => ({
        type: 'text',
        text: `block ${n} ${'x'.repeat(5_000)}`
      }))
    })
    server.go = () => ({
      ...textResult(`needle${hay}needle${hay}needle`),
      structuredContent: {
        rows: Array.from({ length: 5_000 }, (_, n) => ({
          id: n,
          name: n === 4321 ? 'a needle in row 4321' : `row ${n}`
        }))
      }
    })
  },

  /** Offers things to save, a form to fill in, and whatever links it is given to write. */
  things(server) {
    server.capabilities = { tools: {}, resources: {} }
    server.toolList = [
      tool('keep', 'Gives something of each kind'),
      tool('fill', 'Says what it was given', FORM),
      tool('link', 'Writes links', { addresses: { type: 'array', items: { type: 'string' } } })
    ]
    Object.assign(server.toolCalls, {
      keep: () => ({
        content: [
          { type: 'text', text: ODD_TEXT },
          { type: 'image', data: PIXEL, mimeType: 'image/png' }
        ],
        structuredContent: { said: ODD_TEXT }
      }),
      fill: ({ params }) => textResult(JSON.stringify(params.arguments)),
      link: ({ params: { arguments: args } }) => ({
        content: [
          {
            type: 'text',
            text: args.addresses.map((to, at) => `[page ${at}](<${to}>)`).join('\n\n')
          },
          { type: 'resource_link', uri: args.addresses[0], name: 'the first page' }
        ]
      })
    })
    const blob = { uri: 'test://bytes.bin', mimeType: 'application/octet-stream' }
    Object.assign(server.handlers, {
      'resources/list': () => ({ resources: [{ ...blob, name: 'bytes' }] }),
      'resources/templates/list': () => ({ resourceTemplates: [] }),
      'resources/read': () => ({ contents: [{ ...blob, blob: EVERY_BYTE.toString('base64') }] })
    })
  },

  /** Modern, with a note that `go` rewrites: it tells those who listen for it, and says whom it told. */
  note(server) {
    let version = 1
    const listeners = new Map()
    server.capabilities = { tools: {}, resources: { subscribe: true } }
    beModern(server)
    const { hear } = server
    server.hear = (message) => {
      if (message.method === 'notifications/cancelled') listeners.delete(message.params?.requestId)
      return hear(message)
    }
    const kept = { ttlMs: 60_000, cacheScope: 'private' }
    const text = () => `first line\nversion ${version}\nlast line\n`
    Object.assign(server.handlers, {
      'resources/list': () => ({ ...kept, resources: [{ uri: NOTE, name: 'note' }] }),
      'resources/templates/list': () => ({ ...kept, resourceTemplates: [] }),
      'resources/read': ({ params: { uri } }) => {
        if (uri !== NOTE) throw new Refusal(-32602, `No such resource: ${uri}`, { uri })
        return { ...kept, contents: [{ uri, mimeType: 'text/plain', text: text() }] }
      },
      'subscriptions/listen': ({ id, params: { notifications } }) => {
        if (notifications.resourceSubscriptions?.includes(NOTE)) listeners.set(id, NOTE)
        return acknowledge(server, id, notifications)
      }
    })
    server.go = async () => {
      version++
      for (const [id, uri] of listeners) {
        await server.notify('notifications/resources/updated', { uri, _meta: subscription(id) })
      }
      return textResult(`version ${version}, told ${listeners.size}`)
    }
  }
}
