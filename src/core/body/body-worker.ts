/** Reads large bodies in a thread of its own, so that nobody waits who only wants to see the window. */
import { parentPort } from 'node:worker_threads'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { Redactor } from '../audit/redaction'
import { BodyCache } from './body-cache'
import type { ThreadAnswer, ThreadQuestion, ThreadRequest, ThreadSource } from './body-thread'
import { answerTo, readBody } from './read-body'

const cache = new BodyCache()
/** What has come so far of the body that is handed over. */
let pieces: string[] = []

parentPort?.on('message', (asked: ThreadRequest) => {
  if ('piece' in asked) return void pieces.push(asked.piece)
  const answer = 'source' in asked ? take(asked) : answerOf(asked)
  parentPort?.postMessage(answer)
})

function take({ id, key, source: { name, member, secrets } }: ThreadSource): ThreadAnswer {
  const redactor = new Redactor()
  redactor.add(secrets)
  const json = pieces.join('')
  pieces = []
  return answering(id, () => {
    const source = { json, name, ...(member && { member }) }
    cache.add(
      key,
      readBody(source, (text) => redactor.redactJson(text))
    )
  })
}

function answerOf({ id, key, question }: ThreadQuestion): ThreadAnswer {
  const body = cache.get(key)
  if (!body) return { id, isMissing: true }
  const isValue = question.kind === 'outline' || question.kind === 'value'
  return answering(id, () => answerTo(body, question), isValue)
}

function answering(id: number, work: () => unknown, isValue = false): ThreadAnswer {
  try {
    const value = work()
    return isValue ? { id, json: JSON.stringify(value) } : { id, value }
  } catch (error) {
    const code = error instanceof WorkbenchError ? error.code : WorkbenchErrorCode.Internal
    return { id, error: { code, message: messageOf(error) } }
  }
}
