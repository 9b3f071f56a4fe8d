/** Shows and exports what was done for a person, and tells whether somebody has changed it since. */
import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { auditFiles, type AuditFiles } from '../../core/audit/log/audit-files'
import { exportAudit, exportedRecord } from '../../core/audit/log/audit-export'
import { AuditReader } from '../../core/audit/log/audit-query'
import { openAuditToRead } from '../../core/audit/log/audit-tables'
import { verifyAudit } from '../../core/audit/log/audit-verify'
import type { AuditDetail, AuditVerdict } from '../../shared/traffic/audit'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { visibleText } from '../../shared/text/visible-text'
import type { AuditArguments } from '../arguments/audit-arguments'
import { profileOf } from '../profile/profile-place'
import { expectPlace } from '../profile/export-place'
import { ExitCode } from '../output/exit-code'
import { Interrupted } from '../output/interrupt'
import type { Output } from '../output/output'
import { wrongUsage } from '../output/usage'

/** So many are printed before anybody else gets a turn. */
const RECORDS_A_TURN = 500
const SHOWN_CHARS = 120

type Wanted<Action> = Extract<AuditArguments, { action: Action }>

export async function audit(
  args: AuditArguments,
  usualProfile: string,
  output: Output,
  interrupt: AbortSignal
): Promise<ExitCode> {
  const profile = profileOf(args.profile ?? usualProfile)
  const files = auditFiles(profile)
  const { path } = files
  // A log that was there, or that a link was noted of, is missing; any other has not begun yet.
  const isExpected =
    args.action === 'verify' && (args.link !== undefined || existsSync(files.lastLink))
  if (!existsSync(path) && !isExpected) {
    const message = `Nothing has been written down yet: there is no ${path}.`
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, message)
  }
  switch (args.action) {
    case 'list':
      return list(path, args, output, interrupt)
    case 'export':
      expectPlace(args, profile)
      return write(path, args, output)
    case 'verify':
      return verify(files, args, output)
  }
}

/** Oldest first, as a terminal is read. */
async function list(
  path: string,
  { query, isJson }: Wanted<'list'>,
  output: Output,
  interrupt: AbortSignal
): Promise<ExitCode> {
  const database = opened(path)
  try {
    let printed = 0
    for (const detail of new AuditReader(database).all(query)) {
      output.answer(isJson ? JSON.stringify(exportedRecord(detail)) : lineOf(detail))
      if (++printed % RECORDS_A_TURN > 0) continue
      await setImmediate()
      if (interrupt.aborted) throw new Interrupted()
    }
    return ExitCode.Ok
  } finally {
    database.close()
  }
}

async function write(
  path: string,
  { query, form, out, isJson }: Wanted<'export'>,
  output: Output
): Promise<ExitCode> {
  const database = opened(path)
  try {
    const records = await exportAudit(new AuditReader(database), query, form, out).catch(
      (error: unknown) => {
        throw wrongUsage(messageOf(error))
      }
    )
    if (isJson) output.answer(JSON.stringify({ path: out, records }))
    else output.remark(`Wrote ${records} ${records === 1 ? 'record' : 'records'} to ${out}.`)
    return ExitCode.Ok
  } finally {
    database.close()
  }
}

async function verify(
  files: AuditFiles,
  { isJson, link }: Wanted<'verify'>,
  output: Output
): Promise<ExitCode> {
  const verdict = await verifyAudit(files, link)
  output.answer(isJson ? JSON.stringify(verdict) : verdictText(verdict))
  return isAsItWas(verdict) ? ExitCode.Ok : ExitCode.ToolError
}

/** A loss counts until you have noted a link that is newer: then you know of it. */
function isAsItWas(verdict: AuditVerdict): boolean {
  if (!verdict.isIntact) return false
  const { noted, loss } = verdict
  if (!noted) return loss === undefined
  return noted.isFound && (loss === undefined || (noted.id ?? 0) >= loss.id)
}

function verdictText(verdict: AuditVerdict): string {
  if (!verdict.isIntact) {
    const { firstBadId, why } = verdict
    return firstBadId === undefined
      ? `Not intact. ${why}`
      : `Not intact. The first bad record is ${firstBadId}. ${why}`
  }
  const { loss, caveat } = verdict
  const text = [linksText(verdict), ...(caveat === undefined ? [] : [caveat])].join('\n')
  return loss
    ? `${text}\nRecord ${loss.id} says that records before it are missing: ${loss.why}`
    : text
}

function linksText(verdict: Extract<AuditVerdict, { isIntact: true }>): string {
  const { records, removed, lastHash, noted } = verdict
  const older = removed > 0 ? ` ${removed} older ones are no longer kept.` : ''
  const log = `${records} ${records === 1 ? 'record' : 'records'}.${older} Last link: ${lastHash}`
  if (!noted) return `Intact: ${log}`
  if (noted.isFound) {
    const where = noted.id === undefined ? 'before the oldest' : `of record ${noted.id}`
    return `Intact: ${log}\nThe link that you noted is there: the one ${where}.`
  }
  const why = removed > 0 ? ', or it is of one that is no longer kept' : ''
  return `The link that you noted is not in this log: records were cut off or all links made anew${why}.\nWhat is there fits together: ${log}`
}

function opened(path: string) {
  try {
    return openAuditToRead(path)
  } catch (error) {
    throw wrongUsage(`Cannot read ${path}: ${messageOf(error)}`)
  }
}

function lineOf({
  id,
  time,
  serverName,
  method,
  target,
  status,
  decision,
  durationMs,
  ...more
}: AuditDetail) {
  const said = more.error?.text ?? more.params?.text ?? ''
  const parts = [
    String(id).padStart(6),
    new Date(time).toISOString().replace('T', ' ').slice(0, 19),
    (decision ?? status).padEnd(11),
    `${durationMs ?? '-'} ms`.padStart(8),
    serverName ?? '-',
    target === undefined ? method : `${method} ${target}`,
    shortened(said)
  ]
  return oneLine(parts.join('  '))
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}

/** Also through a pipe: a record is one line for people, whatever somebody else has written into it. */
function oneLine(text: string): string {
  return visibleText(text.replaceAll(/[\n\r\t]+/g, ' '))
}
