/** Where the audit log is in a profile. */
import { join } from 'node:path'

export type AuditFiles = {
  readonly path: string
  /** Not beside the database, so that whoever deletes its folder does not delete this as well. */
  readonly lastLink: string
}

export function auditFiles(profile: string): AuditFiles {
  return {
    path: join(profile, 'audit', 'audit.db'),
    lastLink: join(profile, 'audit-last-link.json')
  }
}
