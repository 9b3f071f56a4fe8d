/** A model on this machine that speaks like OpenAI's chat completions, and remembers what it was asked. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HeardQuestion = {
  readonly authorization: string | undefined
  readonly body: {
    readonly model: string
    readonly max_tokens?: number
    readonly messages: readonly Readonly<Record<string, unknown>>[]
    readonly tools?: readonly unknown[]
    readonly tool_choice?: string
  }
}

export type ModelFixture = {
  readonly baseUrl: string
  readonly heard: readonly HeardQuestion[]
  /** What it answers from now on; without a message it never does. */
  readonly answerWith: (message: object | undefined, status?: number) => void
  /** How many have gone away before they were answered. */
  readonly abandoned: () => number
  readonly forget: () => void
  readonly close: () => void
}

export async function startModel(): Promise<ModelFixture> {
  const heard: HeardQuestion[] = []
  let next: { message: object | undefined; status: number } = { message: {}, status: 200 }
  let abandoned = 0
  const answer = (response: ServerResponse): void => {
    const { message, status } = next
    if (!message) return
    response.writeHead(status, { 'Content-Type': 'application/json' })
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    response.end(JSON.stringify(status === 200 ? { model: 'tiny-1', choices } : message))
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as HeardQuestion['body']
      heard.push({ authorization: request.headers.authorization, body })
      answer(response)
    })
    response.on('close', () => {
      if (!response.writableFinished) abandoned++
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    heard,
    answerWith: (message, status = 200) => (next = { message, status }),
    abandoned: () => abandoned,
    forget: () => void heard.splice(0),
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
