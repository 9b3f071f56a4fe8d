/** Reads large bodies in a thread of its own, so that nobody waits who only wants to see the window. */
import { parentPort } from 'node:worker_threads'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { Redactor } from '../redaction/redaction'
import { serve } from '../channel/serve'
import { BodyCache } from './body-cache'
import type { BodyTerms } from './body-messages'
import { answerTo, readBody } from './read-body'

const cache = new BodyCache()
/** What has come so far of the body that is handed over. */
let pieces: string[] = []

if (parentPort) {
  serve<BodyTerms>(parentPort, () => ({
    answers: {
      addPiece: (piece) => void pieces.push(piece),
      read: (key, { name, member, secrets }) => {
        const redactor = new Redactor()
        redactor.add(secrets)
        const json = pieces.join('')
        pieces = []
        const source = { json, name, ...(member && { member }) }
        cache.add(
          key,
          readBody(source, (text) => redactor.redactJson(text))
        )
      },
      answer: (key, question) => {
        const body = cache.get(key)
        if (!body) return { isMissing: true }
        const value = answerTo(body, question)
        const isValue = question.kind === 'outline' || question.kind === 'value'
        return isValue ? { json: JSON.stringify(value) } : { value }
      }
    },
    settings: {},
    take: () => {},
    failure: WorkbenchErrorCode.Internal
  }))
}
