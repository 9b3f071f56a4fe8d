/** The thread in which the audit log is kept: the disk is waited for here, and not by the window. */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { auditAnswers } from './audit-answers'
import { AuditKeeper } from './audit-keeper'
import type { AuditReport, AuditRequest, AuditStart } from './audit-messages'
import { Redactor } from './redaction'

/** Whoever looks at the log is told this often that there is more. */
const TELL_MS = 50
/** How soon it is noticed that there is space on the disk again. */
const TEND_MS = 10_000

const start = workerData as AuditStart
const redactor = new Redactor()
let isTelling = false
const keeper = new AuditKeeper({
  ...start,
  redactor,
  onTaken: (taken) => report({ taken }),
  onChange: tellSoon,
  onNotice: (notice, path) => report({ notice, path })
})
const answers = auditAnswers(keeper)

parentPort?.on('message', (request: AuditRequest) => {
  if ('secrets' in request) redactor.add(request.secrets)
  else if ('settings' in request) keeper.configure(request.settings)
  else if ('handed' in request) keeper.take(request.handed)
  else void answerTo(request).then(report) // never rejects
})
keeper.tend()
setInterval(() => keeper.tend(), TEND_MS).unref()
tellSoon()

function tellSoon(): void {
  if (isTelling) return
  isTelling = true
  setTimeout(() => {
    isTelling = false
    report({ standing: keeper.standing })
  }, TELL_MS)
}

async function answerTo({
  id,
  ask,
  args
}: Extract<AuditRequest, { ask: unknown }>): Promise<AuditReport> {
  try {
    const answer = answers[ask] as (...args: readonly unknown[]) => unknown
    return { id, value: await answer(...args) }
  } catch (error) {
    const code = error instanceof WorkbenchError ? error.code : WorkbenchErrorCode.Storage
    return { id, error: { code, message: messageOf(error) } }
  }
}

function report(said: AuditReport): void {
  parentPort?.postMessage(said)
}
