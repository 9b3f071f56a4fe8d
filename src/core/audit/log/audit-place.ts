/**
 * Notices when the file of an open audit log is no longer where it was. The database itself goes on
 * writing into a file that was deleted, and nobody would ever see those records.
 */
import { statSync } from 'node:fs'

/** Newest records are in the second one until the database moves them. */
const PARTS = ['', '-wal']

export class AuditPlace {
  private readonly marks: readonly (string | undefined)[]

  /** Of a log that was opened and written to, so that both files are there. */
  constructor(private readonly path: string) {
    this.marks = PARTS.map((part) => markOf(path + part))
  }

  /** What has become of it, as the rest of a sentence about the file. */
  whatHappened(): string | undefined {
    const found = statSync(this.path, { throwIfNoEntry: false })
    if (!found) return 'was deleted'
    if (found.size === 0) return 'was emptied'
    const isSame = PARTS.every((part, which) => markOf(this.path + part) === this.marks[which])
    return isSame ? undefined : 'was replaced'
  }
}

/** The log was taken away from Patchbay while it was open. */
export class AuditGone extends Error {
  constructor(path: string, what: string) {
    super(
      `its file ${path} ${what} while Patchbay was running. Put the file back, or start a new log on the Audit page`
    )
    this.name = 'AuditGone'
  }
}

function markOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev} ${found.ino}`
}

/** What Patchbay finds at a path before it opens a log there. */
export function isMissing(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) === undefined
}

export function isEmptied(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === 0
}
