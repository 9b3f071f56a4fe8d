/**
 * Opens the audit log and holds it against the last link that Patchbay remembers. Where the log is not
 * what it was, a record in its chain says so, and you are told; nothing is ever deleted.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { AuditFiles } from './audit-files'
import { isEmptied, isMissing } from './audit-place'
import { LOSS, remark } from '../audit-remarks'
import { salvage } from './audit-salvage'
import { isDamaged, openTables, together, type Found } from './audit-tables'
import { holds, LastLinkFile, reachOf, type LastLink } from './last-link'

/** Says what has become of the log, and which file to look at. */
export type TellLoss = (message: string, path: string) => void

export type OpeningOptions = AuditFiles & {
  readonly tell: TellLoss
  readonly now: () => number
}

export function openAudit(options: OpeningOptions): DatabaseSync {
  const { path, tell } = options
  const expected = new LastLinkFile(options.lastLink).read()
  const before = isMissing(path) ? 'missing' : isEmptied(path) ? 'empty' : 'there'
  try {
    const { database, found } = openTables(path)
    return settled(
      database,
      () => {
        const why = whatIsLost(database, { ...options, expected, before, found })
        if (why === undefined) return
        const id = noteLoss(database, options, why, expected)
        tell(
          `${why} If you have a copy of the log, close Patchbay and put the copy back. Record ${id} says that records are missing here.`,
          path
        )
      },
      options
    )
  } catch (error) {
    if (!isDamaged(error)) throw error
    return startAnew(options, error)
  }
}

/** For a file that turns out to be damaged. Nobody may have it open here any more. */
export function startAnew(options: OpeningOptions, error: unknown): DatabaseSync {
  const expected = new LastLinkFile(options.lastLink).read()
  const { database, message, aside } = salvage(options.path, error)
  return settled(
    database,
    () => {
      noteLoss(database, options, message, expected)
      options.tell(message, aside)
    },
    options
  )
}

/** A log is used only once Patchbay remembers how far it reaches. */
function settled(database: DatabaseSync, settle: () => void, options: AuditFiles): DatabaseSync {
  try {
    settle()
    const reach = reachOf(database)
    if (reach) new LastLinkFile(options.lastLink).write(reach)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

type Looked = AuditFiles & {
  readonly expected: LastLink | undefined
  readonly before: 'missing' | 'empty' | 'there'
  readonly found: Found
}

function whatIsLost(
  database: DatabaseSync,
  { path, lastLink, expected, before, found }: Looked
): string | undefined {
  if (found === 'without reach') {
    return `The audit log had lost the table audit_reach, which tells how far the log reaches.`
  }
  if (!expected) {
    if (found === 'downgraded') {
      return 'The audit log was changed: it claimed that version 1 of Patchbay wrote it, but contained data that only later versions write.'
    }
    const hasLinks = found === 'whole' && (reachOf(database)?.hash ?? '') !== ''
    return hasLinks
      ? `The file ${lastLink}, which remembers the last record of the audit log, was missing, damaged or named no record.`
      : undefined
  }
  const reached = `Its last record was number ${expected.id}.`
  if (before === 'missing') return `The audit log was missing: there was no ${path}. ${reached}`
  if (before === 'empty') return `The audit log was empty: ${path} had no content. ${reached}`
  const isOther = found === 'version 1' || found === 'downgraded' || found === 'nothing'
  if (isOther || !holds(database, expected)) {
    return `The audit log was replaced or cut off: ${path} did not hold what Patchbay had written last. ${reached}`
  }
  return undefined
}

/** Says which record tells it. No number is given twice, also not one of a record that is missing. */
function noteLoss(
  database: DatabaseSync,
  { now }: OpeningOptions,
  why: string,
  expected: LastLink | undefined
): number {
  return together(database, () => {
    database
      .prepare('UPDATE audit_reach SET newest = max(newest, ?)')
      .run(expected === undefined ? 0 : expected.id)
    const last = expected && { lastId: expected.id, lastHash: expected.hash }
    const params = { action: 'miss records', why, ...last } as const
    remark(database, { method: LOSS, params }, now())
    return reachOf(database)?.id ?? 0
  })
}
