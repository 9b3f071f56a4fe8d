/** Records in a file: for a spreadsheet, or one JSON object a line. */
import { setImmediate } from 'node:timers/promises'
import type { AuditDetail, AuditForm, AuditQuery } from '../../../shared/traffic/audit'
import { fromJson } from '../../../shared/json/json'
import { replaceInParts } from '../../disk/replace-file'
import { csvLine } from '../audit-csv'
import type { AuditReader } from './audit-query'

const RECORDS_A_TURN = 100

const COLUMNS = [
  'id',
  'timestamp',
  'session_id',
  'server',
  'method',
  'params',
  'result',
  'error',
  'duration_ms',
  'status',
  'decision'
] as const

const WRITERS: Readonly<Record<AuditForm, (detail: AuditDetail) => string>> = {
  csv: (detail) => {
    const fields = fieldsOf(detail)
    return csvLine(COLUMNS.map((column) => fields[column]))
  },
  jsonl: (detail) => `${JSON.stringify(exportedRecord(detail))}\n`
}

/** For programs: the same names as in the table, and texts that are JSON as what they say. */
export function exportedRecord(detail: AuditDetail): Readonly<Record<string, unknown>> {
  const { params, result, error } = detail
  return {
    ...fieldsOf(detail),
    kind: detail.kind,
    ...(detail.serverId !== undefined && { server_id: detail.serverId }),
    ...(detail.target !== undefined && { target: detail.target }),
    ...(params && {
      params: valueOf(params),
      params_bytes: params.bytes,
      params_sha256: params.sha256
    }),
    ...(result && {
      result: valueOf(result),
      result_bytes: result.bytes,
      result_sha256: result.sha256
    }),
    ...(error && { error: valueOf(error), error_bytes: error.bytes, error_sha256: error.sha256 })
  }
}

/** Says how many records are in the file. */
export async function exportAudit(
  reader: AuditReader,
  query: AuditQuery,
  form: AuditForm,
  path: string
): Promise<number> {
  return replaceInParts(path, async (append) => {
    let records = 0
    let part = form === 'csv' ? csvLine(COLUMNS) : ''
    for (const detail of reader.all(query)) {
      part += WRITERS[form](detail)
      if (++records % RECORDS_A_TURN > 0) continue
      await append(part)
      part = ''
      await setImmediate()
    }
    await append(part)
    return records
  })
}

function fieldsOf(detail: AuditDetail): Partial<Record<(typeof COLUMNS)[number], string | number>> {
  const { id, time, sessionId, serverName, serverId, method, durationMs, status, decision } = detail
  const server = serverName ?? serverId
  return {
    id,
    timestamp: new Date(time).toISOString(),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(server !== undefined && { server }),
    method,
    ...(detail.params && { params: detail.params.text }),
    ...(detail.result && { result: detail.result.text }),
    ...(detail.error && { error: detail.error.text }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    status,
    ...(decision !== undefined && { decision })
  }
}

function valueOf({ text }: { readonly text: string }): unknown {
  try {
    return fromJson(text)
  } catch {
    return text
  }
}
