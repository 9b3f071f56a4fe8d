/** What the window may ask about the audit log. */
import { savedName } from '../../core/text/saved-name'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { Audit } from '../records/audit'
import type { SystemDialogs } from './config-handlers'

type AuditRoute = Extract<keyof IpcHandlers, `audit.${string}`>

export type AuditHandlerParts = {
  readonly audit: Audit
  readonly dialogs: SystemDialogs
}

export function auditHandlers({
  audit,
  dialogs
}: AuditHandlerParts): Pick<IpcHandlers, AuditRoute> {
  const { thread, views } = audit
  return {
    'audit.standing': async () => audit.standing(),
    'audit.open': (spec) => views.add(spec),
    'audit.close': ({ viewId }) => views.close(viewId),
    'audit.rows': ({ viewId, ...window }) => thread.ask('rows', viewId, window),
    'audit.read': ({ id }) => thread.ask('read', id),
    'audit.verify': () => thread.ask('verify'),
    'audit.startAnew': () => thread.ask('startAnew'),
    'audit.export': async ({ query, form }) => {
      const path = await dialogs.choosePlace(savedName(`audit.${form}`))
      if (path === undefined) return null
      return { path, records: await thread.ask('exportTo', query, form, path) }
    },
    'audit.chooseFolder': async () => {
      const folder = await dialogs.chooseFolder()
      return audit.change(folder === undefined ? {} : { auditFolder: folder })
    },
    'audit.dropFolder': async () => audit.change({ auditFolder: '' })
  }
}
