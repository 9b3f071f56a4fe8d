/** What can be done about an import. Only the last look counts: main knows the keys of no other. */
import type { ImportReport } from '../../../shared/servers/configuration'
import { messageOf } from '../../../shared/protocol/errors'
import type { ConfigFault, WritableScope } from '../../../shared/servers/server-config'
import { request } from '../../bridge/bridge'
import { showPage } from '../../stores/window/view'
import { keptEdits } from './choices'
import { useImport, type ImportSource } from './import-state'

/** Opens the page with the servers of a text. */
export function importText(text: string): void {
  lookAt({ kind: 'text', text })
  showPage('import')
}

/** Opens the page with the servers of a text, unless it cannot be read: then says where and why. */
export async function importReadable(text: string): Promise<ConfigFault | undefined> {
  const { scope } = useImport.getState()
  const { files } = await request('import.text', { scope, text })
  const fault = files.find((file) => file.fault)?.fault
  if (fault && files.every(({ servers }) => servers.length === 0)) return fault
  importText(text)
  return undefined
}

/** Opens the page with the servers of a file. */
export function importFile(path: string): void {
  lookAt({ kind: 'file', path })
  showPage('import')
}

/** Looks where other programs keep their servers. */
export function lookAround(): void {
  lookAt({ kind: 'scan' })
}

/** The same again, because what is there may have changed. */
export function lookAgain(): void {
  const { source, isLoading } = useImport.getState()
  if (!isLoading) void load(() => ask(source))
}

export function chooseScope(scope: WritableScope): void {
  useImport.setState({ scope, imported: undefined })
  const { source } = useImport.getState()
  void load(() => ask(source))
}

/** The person chooses a file; when they do not, all stays as it is. */
export async function chooseFile(): Promise<void> {
  const { scope } = useImport.getState()
  await load(async () => {
    const report = await request('import.file', { scope })
    const path = report?.files[0]?.path
    if (path !== undefined) {
      useImport.setState({ source: { kind: 'file', path }, edits: {}, imported: undefined })
    }
    return report
  })
}

export async function applyImport(
  servers: readonly { readonly key: string; readonly name: string }[],
  hasSecrets: boolean
): Promise<void> {
  const { source, scope } = useImport.getState()
  useImport.setState({ isLoading: true, problem: undefined })
  try {
    const imported = await request('import.apply', { scope, hasSecrets, servers: [...servers] })
    useImport.setState({ imported, edits: {} })
  } catch (error) {
    useImport.setState({ isLoading: false, problem: messageOf(error) })
    return
  }
  await load(() => ask(source))
}

/** Whoever comes back after an import wants to start anew. */
export function leaveImport(): void {
  const { imported } = useImport.getState()
  if (!imported) return
  useImport.setState({ source: { kind: 'scan' }, imported: undefined, hasSecrets: undefined })
}

function lookAt(source: ImportSource): void {
  useImport.setState({ source, edits: {}, imported: undefined })
  void load(() => ask(source))
}

let lastLook = 0

async function load(look: () => Promise<ImportReport | null>): Promise<void> {
  const number = ++lastLook
  useImport.setState({ isLoading: true, problem: undefined })
  try {
    const report = await look()
    if (number !== lastLook) return
    useImport.setState(({ edits, report: before = report }) => ({
      isLoading: false,
      ...(report && before && { report, edits: keptEdits(edits, before, report) })
    }))
  } catch (error) {
    if (number !== lastLook) return
    useImport.setState({ isLoading: false, problem: messageOf(error) })
  }
}

function ask(source: ImportSource): Promise<ImportReport | null> {
  const { scope } = useImport.getState()
  switch (source.kind) {
    case 'scan':
      return request('import.scan', { scope })
    case 'text':
      return request('import.text', { scope, text: source.text })
    case 'file':
      return request('import.file', { scope, path: source.path })
  }
}
