/** For tests: a model that speaks like OpenAI's chat completions, and remembers what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export type Heard = {
  readonly url: string | undefined
  readonly key: string | undefined
  readonly body: unknown
}

export type TestModel = {
  readonly baseUrl: string
  readonly heard: Heard[]
  /** Resolves once a question has come. */
  readonly asked: Promise<void>
  /** Resolves once whoever asked has gone away without an answer. */
  readonly left: Promise<void>
}

export type Answering = (response: ServerResponse, request: IncomingMessage) => void

export function answering(answer: unknown, status = 200): Answering {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer))
  }
}

export function said(message: unknown, finishReason = 'stop'): unknown {
  return { model: 'tiny-1', choices: [{ message, finish_reason: finishReason }] }
}

/** Call it once in a file: the models end with the test that began them. */
export function useTestModels(): (answer: Answering) => Promise<TestModel> {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  return async (answer) => {
    const heard: Heard[] = []
    const asked = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url, headers } = request
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
        heard.push({ url, key: headers.authorization, body })
        asked.resolve()
        answer(response, request)
      })
      response.on('close', () => {
        if (!response.writableFinished) left.resolve()
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const baseUrl = `http://127.0.0.1:${port}/v1`
    return { baseUrl, heard, asked: asked.promise, left: left.promise }
  }
}
