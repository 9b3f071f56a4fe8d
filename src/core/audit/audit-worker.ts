/** The thread in which the audit log is kept: the disk is waited for here, and not by the window. */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { auditAnswers } from './audit-answers'
import { AuditKeeper } from './audit-keeper'
import type { AuditReport, AuditRequest, AuditStart, Begin, Handed } from './audit-messages'
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
  else if ('handed' in request) write(request.handed, request.begins)
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

/** Writes all together. If that fails, writes each alone, so that one bad record fails alone. */
function write(handed: readonly Handed[], begins: readonly Begin[]): void {
  keeper.hold(handed)
  if (begins.length === 0) return keeper.settle()
  try {
    const ids = keeper.beginAll(begins.map(({ intent }) => intent))
    begins.forEach(({ id }, index) => report({ id, value: ids[index] }))
  } catch {
    for (const { id, intent } of begins) report(reportOf(id, () => keeper.begin(intent)))
  }
}

function reportOf(id: number, work: () => unknown): AuditReport {
  try {
    return { id, value: work() }
  } catch (error) {
    return failed(id, error)
  }
}

function failed(id: number, error: unknown): AuditReport {
  const code = error instanceof WorkbenchError ? error.code : WorkbenchErrorCode.Storage
  return { id, error: { code, message: messageOf(error) } }
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
    return failed(id, error)
  }
}

function report(said: AuditReport): void {
  parentPort?.postMessage(said)
}
