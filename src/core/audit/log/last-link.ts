/**
 * Remembers the last link of the audit log outside of its database. A log that was deleted, emptied or
 * replaced fits together in itself; only this file can tell that it was once longer.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { systemClock } from '../../time/clock'
import { StateFile } from '../../disk/state-file'
import { newestRetention } from '../audit-remarks'
import { openAuditToRead } from './audit-tables'

const LastLink = z.object({ id: z.number().int().min(0), hash: z.string() })
export type LastLink = z.output<typeof LastLink>

export class LastLinkFile {
  private readonly file: StateFile<typeof LastLink>

  constructor(readonly path: string) {
    this.file = new StateFile(path, LastLink, { clock: systemClock, isReader: true })
  }

  /** Undefined when there is no file, none that can be understood, or one that names no link. */
  read(): LastLink | undefined {
    const link = this.file.read()
    return link?.hash === '' ? undefined : link
  }

  /**
   * Several processes may write in any order, because an older link is in the log as well. An empty
   * link is not written: a file that names no record would make any log look intact.
   */
  write(link: LastLink): void {
    if (link.hash !== '') this.file.update(() => link)
  }
}

/** How far the log has come. Undefined where it does not remember. */
export function reachOf(database: DatabaseSync): LastLink | undefined {
  const row = database.prepare('SELECT newest, hash FROM audit_reach').get()
  return row && { id: Number(row['newest']), hash: String(row['hash']) }
}

/** Whether the log holds this link, or says that it has forgotten the record that the link is of. */
export function holds(database: DatabaseSync, { id, hash }: LastLink): boolean {
  if (hash === '') return true
  const link = database.prepare('SELECT 1 FROM mcp_audit_chain WHERE hash = ?').get(hash)
  return link !== undefined || (newestRetention(database)?.until ?? 0) >= id
}

/** Whether there is a log at this path that holds the link. Looks only. */
export function isLogWith(path: string, link: LastLink): boolean {
  try {
    const database = openAuditToRead(path)
    try {
      return holds(database, link)
    } finally {
      database.close()
    }
  } catch {
    return false // no file, or not one of ours
  }
}
