/** Asks a model behind an address that speaks like OpenAI's chat completions. */
import * as http from 'node:http'
import * as https from 'node:https'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { isObject, type JsonObject } from '../../shared/json/json'
import { Redactor } from '../redaction/redaction'
import { networkFailure } from '../http/http-failure'
import type { Network } from '../network/network'
import { completionOf, NoAnswer, parsedJson } from './chat-answer'
import { chatBody, type Question } from './chat-question'
import { chatAddress, whyNotUsed } from './endpoint'

const LIMIT_MS = 5 * 60_000
const LIMIT_BYTES = 8 * 1024 * 1024
const SAID_CHARS = 300

export type Asking = {
  /** Such as http://localhost:11434/v1. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly signal: AbortSignal
  readonly network: Network
}

/** The completion, as a server gets it. Rejects with a sentence that says what went wrong. */
export async function complete(asking: Asking, question: Question): Promise<JsonObject> {
  const { baseUrl, model, signal, network } = asking
  const why = whyNotUsed(baseUrl)
  if (why !== undefined) throw failed(`Its address is not used: ${why}`)
  const apiKey = asking.apiKey?.trim()
  // The error of an impossible header would quote it.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw failed('Its key has characters in it that cannot be sent.')
  }
  const url = chatAddress(baseUrl)
  try {
    const answer = await post(url, apiKey, chatBody(question, model, url.host), signal, network)
    return completionOf(answer, model)
  } catch (error) {
    if (signal.aborted) throw calledOff()
    if (error instanceof NoAnswer) throw failed(error.message)
    throw error
  }
}

async function post(
  url: URL,
  apiKey: string | undefined,
  body: JsonObject,
  signal: AbortSignal,
  network: Network
): Promise<unknown> {
  const timeout = AbortSignal.timeout(LIMIT_MS)
  const agent = network.agentFor(url, { maxSockets: 1 })
  try {
    const headers = {
      'Content-Type': 'application/json',
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` })
    }
    const text = JSON.stringify(body)
    const response = await send(url, headers, text, {
      agent,
      signal: AbortSignal.any([signal, timeout])
    })
    return answerIn(response.statusCode ?? 0, withoutKey(await textOf(response), apiKey))
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    if (timeout.aborted) throw new NoAnswer('It did not answer in five minutes.')
    throw new NoAnswer(networkFailure(error, url).message)
  } finally {
    agent.destroy()
  }
}

/** Follows no redirect: one that is followed could take the key elsewhere. */
function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { agent, signal }: { readonly agent: http.Agent; readonly signal: AbortSignal }
): Promise<http.IncomingMessage> {
  const request = url.protocol === 'https:' ? https.request : http.request
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) }
    // A connection that is still being made does not tell that nobody waits for it any more.
    signal.addEventListener('abort', () => reject(new Error('called off')), { once: true })
    request(url, { method: 'POST', headers: { ...headers, ...length }, signal, agent })
      .once('response', resolve)
      .on('error', reject)
      .end(body)
  })
}

function answerIn(status: number, text: string): unknown {
  if (status >= 300 && status < 400) {
    throw new NoAnswer(`It wants to be asked elsewhere (${status}), and that is not done.`)
  }
  const answer = parsedJson(text)
  if (status < 300) return answer
  const error = isObject(answer) ? answer['error'] : undefined
  const said = isObject(error) && typeof error['message'] === 'string' ? error['message'] : text
  throw new NoAnswer(`It refused with status ${status}: ${said.slice(0, SAID_CHARS)}`)
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length
    // Leaving the loop ends the request.
    if (length > LIMIT_BYTES) throw new NoAnswer('Its answer is longer than 8 MiB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Some say what the key was that they did not like. */
function withoutKey(text: string, apiKey: string | undefined): string {
  const redactor = new Redactor()
  if (apiKey !== undefined) redactor.add([apiKey])
  return redactor.redactJson(text)
}

function failed(why: string): WorkbenchError {
  return new WorkbenchError(
    WorkbenchErrorCode.ErrorAnswer,
    `There is no answer of the model. ${why}`
  )
}

export function calledOff(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Dismissed, 'The question was called off.')
}
