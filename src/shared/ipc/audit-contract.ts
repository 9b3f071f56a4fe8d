/** What the window may ask about the audit log. It can change nothing in it. */
import { z } from 'zod'
import {
  AUDIT_FORMS,
  AUDIT_STATUSES,
  type AuditDetail,
  type AuditPage,
  type AuditStanding,
  type AuditVerdict
} from '../traffic/audit'
import { route, type Route } from './ipc-route'
import type { ListCount, OpenedList } from '../traffic/list'
import type { Preferences } from './preferences'

const nothing = z.undefined()
const id = z.number().int().positive()
const query = z.strictObject({
  text: z.string().max(10_000),
  status: z.enum(AUDIT_STATUSES).optional(),
  sessionId: z.string().max(1_000).optional()
})

export type AuditExport = { readonly path: string; readonly records: number }

export const auditRequests = {
  'audit.standing': route<AuditStanding>()(nothing),
  'audit.open': route<OpenedList<ListCount>>()(z.strictObject({ query, isGrouped: z.boolean() })),
  'audit.close': route<void>()(z.strictObject({ viewId: id })),
  'audit.rows': route<AuditPage>()(
    z.strictObject({
      viewId: id,
      from: z.number().int().min(0),
      count: z.number().int().positive().max(1_000),
      until: z.number().int().min(0).optional()
    })
  ),
  'audit.read': route<AuditDetail | null>()(z.strictObject({ id })),
  'audit.verify': route<AuditVerdict>()(nothing),
  /** The log whose file is gone does not come back: goes on with another one. */
  'audit.startAnew': route<void>()(nothing),
  /** Where the person wanted it; null when they did not want it. */
  'audit.export': route<AuditExport | null>()(z.strictObject({ query, form: z.enum(AUDIT_FORMS) })),
  /** The person chooses where daily files go, in a dialog of the system. */
  'audit.chooseFolder': route<Preferences>()(nothing),
  'audit.dropFolder': route<Preferences>()(nothing)
} as const satisfies Record<string, Route>
