/** What the window may ask about servers that are written down. It can name none of their commands. */
import type { Examinations } from '../../core/desk/examinations'
import type { Networks } from '../../core/network/networks'
import type { ServerDesk } from '../../core/desk/server-desk'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { SignInDesk } from '../profile/sign-in-desk'

/** What only the system can do. */
export type SystemDialogs = {
  /** The dialog begins in `start`. */
  readonly chooseFolder: (start?: string) => Promise<string | undefined>
  readonly chooseFile: (kind: 'json' | 'lines' | 'any') => Promise<string | undefined>
  readonly saveFile: (
    suggestedName: string,
    content: string | Uint8Array
  ) => Promise<string | undefined>
  /** Where something is to be written, by whoever has it. */
  readonly choosePlace: (suggestedName: string) => Promise<string | undefined>
  readonly showInFolder: (path: string) => void
  readonly copy: (text: string) => Promise<void>
}

type ConfigRoute = Extract<
  keyof IpcHandlers,
  | `servers.${string}`
  | `server.${string}`
  | `config.${string}`
  | `draft.${string}`
  | `undo.${string}`
  | `project.${string}`
  | `import.${string}`
  | `export.${string}`
  | `trust.${string}`
  | `secret.${string}`
  | `secrets.${string}`
  | `doctor.${string}`
>

type ConfigContext = {
  readonly desk: ServerDesk
  readonly examinations: Examinations
  readonly networks: Networks
  readonly dialogs: SystemDialogs
  readonly signIn: Pick<SignInDesk, 'forget'>
}

export function configHandlers(context: ConfigContext): Pick<IpcHandlers, ConfigRoute> {
  const { desk, examinations, networks, dialogs, signIn } = context
  const { editing, scopes, registry } = desk
  return {
    'servers.list': async () => registry.summaries(),
    'servers.trust': ({ serverIds }) => desk.askAbout(serverIds),

    'config.describe': async () => desk.describe(),
    'config.schema': async () => desk.schema(),
    'config.restorable': async ({ scope }) => scopes.restorable(scope),
    'config.restore': async ({ scope, mark }) => scopes.restore(scope, mark),
    'config.show': async ({ scope }) => dialogs.showInFolder(scopes.pathOf(scope)),
    'config.dismiss': async ({ id }) => scopes.dismissChange(id),
    'config.acceptRename': async ({ id, from, to }) => scopes.acceptRename(id, { from, to }),

    'draft.read': async ({ serverId }) => editing.read(serverId),
    'draft.check': async (draft) => editing.check(draft),
    'draft.test': async (draft) =>
      examinations.startTrial(await registry.resolveDraft(editing.candidate(draft))),
    'draft.endTest': async ({ id }) => examinations.stopTrial(id),
    'draft.save': async (draft) => editing.save(draft),

    'server.duplicate': async ({ serverId }) => editing.duplicate(serverId),
    'server.rename': async ({ serverId, name }) => editing.rename(serverId, name),
    'server.disable': async ({ serverId, isDisabled }) => editing.disable(serverId, isDisabled),
    'server.remove': async ({ serverId }) => {
      const undo = editing.remove(serverId)
      if (!signIn.forget(serverId)) return undo
      return { ...undo, what: `${undo.what} Your sign-in to it does not come back with it.` }
    },
    'server.move': async ({ serverId, by }) => editing.move(serverId, by),
    'server.copy': async ({ serverId, scope }) => editing.copy(serverId, scope),
    'server.askValues': ({ serverId }) => registry.askForValues(serverId),
    'server.trustCertificate': ({ serverId }) => desk.trustCertificate(serverId, networks),
    'undo.list': async () => editing.undoable(),
    'undo.apply': ({ token }) => editing.undo(token),

    'project.open': async ({ folder }) => {
      // A window could name any folder: one that was never opened is chosen in a dialog of the system.
      const isKnown = folder !== undefined && desk.isRecentProject(folder)
      const chosen = isKnown ? folder : await dialogs.chooseFolder(folder)
      if (chosen !== undefined) desk.openProject(chosen)
    },
    'project.close': async () => desk.closeProject(),
    'project.forget': async ({ folder }) => desk.forgetProject(folder),

    'import.scan': async ({ scope }) => (await desk.importing()).scan(scope),
    'import.text': async ({ scope, text }) => (await desk.importing()).readText(scope, text),
    'import.file': async ({ scope, path }) => {
      // The window could name any file; one that is dropped has servers only if it is one of these.
      if (path !== undefined && !/\.jsonc?$/i.test(path)) {
        const message = `${path} is not a JSON file.`
        throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
      }
      const chosen = path ?? (await dialogs.chooseFile('json'))
      return chosen === undefined ? null : (await desk.importing()).readFile(scope, chosen)
    },
    'import.apply': async ({ scope, servers, hasSecrets }) =>
      (await desk.importing()).apply(scope, servers, hasSecrets),
    'export.text': (wanted) => desk.shownExport(wanted),
    'export.copy': async (wanted) => dialogs.copy((await desk.exported(wanted)).text),
    'export.save': async (wanted) => {
      const { text } = await desk.exported(wanted)
      return (await dialogs.saveFile(`${wanted.format}-servers.json`, text)) ?? null
    },

    'trust.list': async () => registry.trustRecords(),
    'trust.revoke': async ({ hashes }) => registry.revoke(hashes),

    'secrets.list': () => desk.describeSecrets(),
    'secret.set': ({ name }) => desk.askForSecret(name),
    'secret.remove': ({ name }) => desk.removeSecret(name),

    'doctor.start': ({ serverId }) => examinations.startDoctor(serverId),
    'doctor.stop': async ({ serverId }) => examinations.stopDoctor(serverId)
  }
}
