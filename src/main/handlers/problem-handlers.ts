/** What the window may ask about problems. Which file is shown is known here, and not said by it. */
import type { Auditing } from '../../core/audit/auditing'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { AppProblems } from '../profile/problems'
import type { SystemDialogs } from './config-handlers'

type ProblemRoute = Extract<keyof IpcHandlers, `problems.${string}` | `problem.${string}`>

export type ProblemHandlerParts = {
  readonly problems: AppProblems
  readonly dialogs: Pick<SystemDialogs, 'chooseFolder' | 'showInFolder'>
  readonly audit: Auditing
}

export function problemHandlers({
  problems,
  dialogs,
  audit
}: ProblemHandlerParts): Pick<IpcHandlers, ProblemRoute> {
  const { list } = problems
  const writeInto = (folder: string): ReturnType<AppProblems['writeInto']> => {
    audit.note({ method: 'patchbay/config', params: { action: 'change problem files', folder } })
    return problems.writeInto(folder)
  }
  return {
    'problems.list': async () => list.list(),
    'problem.dismiss': async ({ id }) => list.dismiss(id),
    'problem.reveal': async ({ id }) => {
      const { key, action } = list.list().find((problem) => problem.id === id) ?? {}
      if (key === undefined || action?.kind !== 'reveal') return
      dialogs.showInFolder(action.path)
      if (action.isEnough) list.solve(key)
    },
    'problems.chooseFolder': async () => {
      const folder = await dialogs.chooseFolder()
      return folder === undefined ? problems.preferences() : writeInto(folder)
    },
    'problems.dropFolder': async () => writeInto('')
  }
}
