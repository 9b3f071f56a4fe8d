/** Everything a person can change about the servers that are written down, each with a way back. */
import type { Draft, DraftReport, Undo } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ServerName, type ServerId } from '../../shared/protocol/ids'
import { isObject } from '../../shared/json/json'
import type { ConfigFault, WritableScope } from '../../shared/servers/server-config'
import type { Redactor } from '../redaction/redaction'
import { ConfigDocument, type WrittenServer } from '../server-file/config-document'
import { secretFieldsOf, shownText, withHiddenValues } from '../hiding/hiding'
import { inputsAskedFor, secretDefaultsIn } from '../references/input-declarations'
import { parseJsonc } from '../jsonc/jsonc'
import { withoutRedaction } from '../jsonc/redacted-text'
import type { Candidate } from './registry'
import type { ListedServer, Scopes, WriteTarget } from '../server-file/scopes'
import { warningsOf } from '../trust/warnings'

/** More than anybody removes by hand in one run. */
const KEPT_UNDOS = 1_000

type Interpreted = Pick<ListedServer, 'definition' | 'faults'>

export type WrittenDraft = Draft & {
  readonly replaces?: ServerId | undefined
  readonly base?: string | undefined
}

export type NewEntry = {
  readonly name: string
  readonly text: string
  /** Declarations of the inputs that it asks for. */
  readonly inputs: readonly unknown[]
}

export class Editing {
  private readonly undos = new Map<number, Undo & { readonly undo: () => void | Promise<void> }>()
  private lastUndo = 0

  constructor(
    private readonly scopes: Scopes,
    private readonly redactor: Redactor
  ) {}

  /** The entry as it stands in its file, without what may be secret. */
  read(id: ServerId): Draft {
    const { name, scope, written } = this.scopes.find(id)
    return { name, scope, text: shownText(outdented(written.text)) }
  }

  check(draft: WrittenDraft): DraftReport {
    const names = this.nameFaults(draft)
    // Without a name an entry could not be read at all, and there may be more to say about it.
    const { definition, faults } = this.interpret(
      names.length === 0 ? draft : { ...draft, name: 'it' }
    )
    return { faults: [...names, ...faults], warnings: definition ? warningsOf(definition) : [] }
  }

  /** A draft as it would be if it were saved, with its hidden values. */
  candidate(draft: WrittenDraft): Candidate {
    const { definition, faults } = this.interpret(draft)
    if (!definition) throw refused(faults[0]?.message)
    const { inputs } = this.scopes.document(draft.scope)
    return { name: draft.name, source: this.scopes.pathOf(draft.scope), inputs, definition }
  }

  save(draft: WrittenDraft): ServerId {
    const { name, scope, replaces } = draft
    const [fault] = this.check(draft).faults
    if (fault) throw refused(fault.message)
    const text = this.wholeText(draft)
    this.refuseLostChange(draft)
    const before = replaces === undefined ? undefined : this.scopes.find(replaces)
    if (!before || before.name === name) {
      this.scopes.edit(scope, (document) => document.withServer(name, text))
    } else {
      this.scopes.rename(scope, before.name, name, (document) =>
        parsed(document.withName(before.name, name)).withServer(name, text)
      )
    }
    return this.scopes.idOf(scope, name)
  }

  duplicate(id: ServerId): ServerId {
    const { scope, name, written } = this.scopes.find(id)
    const copy = this.freeName(scope, name)
    this.scopes.edit(scope, (document) => {
      const index = document.servers.findIndex((server) => server.name === name)
      return document.withServerAt(copy, outdented(written.text), index + 1)
    })
    return this.scopes.idOf(scope, copy)
  }

  rename(id: ServerId, newName: string): void {
    const { scope, name } = this.scopes.find(id)
    const [fault] = nameFaultsOf(newName)
    if (fault) throw refused(fault.message)
    if (newName === name) return
    this.scopes.rename(scope, name, newName, (document) => document.withName(name, newName))
  }

  disable(id: ServerId, isDisabled: boolean): void {
    const { scope, name } = this.scopes.find(id)
    const value = isDisabled ? true : undefined
    this.scopes.edit(scope, (document) => document.withField(name, 'disabled', value))
  }

  /** Writes down the one certificate that is accepted from a server. */
  pin(id: ServerId, fingerprint: string): Undo {
    const { scope, name, written } = this.scopes.find(id)
    const source = this.scopes.pathOf(scope)
    const before = isObject(written.value) ? written.value['tls'] : undefined
    const pinned = { ...(isObject(before) && before), pinned: fingerprint }
    this.scopes.edit(scope, (document) => document.withField(name, 'tls', pinned))
    return this.remember(`${name} accepts only the certificate that you trusted.`, () => {
      if (this.scopes.pathOf(scope) !== source) throw refused(`The project of ${name} is not open.`)
      this.scopes.edit(scope, (document) => document.withField(name, 'tls', before))
    })
  }

  remove(id: ServerId): Undo {
    const { scope, name, written } = this.scopes.find(id)
    const source = this.scopes.pathOf(scope)
    const document = this.scopes.document(scope)
    const index = document.servers.findIndex((server) => server.name === name)
    const comments = document.commentsOf(name)
    this.scopes.edit(scope, (current) => current.withoutServer(name))
    return this.remember(`${name} was deleted from ${source}.`, () => {
      if (this.scopes.pathOf(scope) !== source) {
        throw refused(`The project that ${name} was deleted from is not open.`)
      }
      this.scopes.edit(scope, (document) => {
        if (document.servers.some((server) => server.name === name)) {
          throw refused(`There is another server ${name} now.`)
        }
        return document.withServerAt(name, written.text, index, comments)
      })
    })
  }

  move(id: ServerId, by: number): void {
    const { scope, name } = this.scopes.find(id)
    this.scopes.edit(scope, (document) => document.withOrder(name, by))
  }

  /** Refuses what `addAll` would refuse, and does nothing otherwise. */
  refuseAll(scope: WriteTarget, entries: readonly NewEntry[]): void {
    this.scopes.document(scope)
    const [fault] = entries.flatMap(({ name }) => nameFaultsOf(name))
    if (fault) throw refused(fault.message)
  }

  /** Adds entries to a scope with one write; those of the same names are replaced. */
  addAll(scope: WriteTarget, entries: readonly NewEntry[]): void {
    this.refuseAll(scope, entries)
    this.scopes.edit(scope, (document) => {
      let added = document
      for (const { name, text, inputs } of entries) {
        added = parsed(added.withServer(name, text))
        if (inputs.length > 0) added = parsed(added.withInputs(inputs))
      }
      return added.text
    })
  }

  copy(id: ServerId, scope: WritableScope): ServerId {
    const { name, written, scope: from } = this.scopes.find(id)
    const inputs = inputsAskedFor(written.text, this.scopes.document(from).declaredInputs())
    const [exposed] = [...secretFieldsOf(written.value), ...secretDefaultsIn(inputs)]
    if (scope === 'project' && exposed !== undefined) {
      throw refused(
        `${name} holds a value that looks like a secret (${exposed}), and the file of the project is for everyone who has the folder. Make it a secret first.`
      )
    }
    const copy = this.freeName(scope, name)
    this.addAll(scope, [{ name: copy, text: outdented(written.text), inputs }])
    return this.scopes.idOf(scope, copy)
  }

  /** Keeps the way back for later; the oldest ones are forgotten. */
  remember(what: string, undo: () => void | Promise<void>): Undo {
    const token = ++this.lastUndo
    this.undos.set(token, { token, what, undo })
    const [oldest] = this.undos.keys()
    if (this.undos.size > KEPT_UNDOS && oldest !== undefined) this.undos.delete(oldest)
    return { token, what }
  }

  /** All that can be undone, the oldest first. */
  undoable(): readonly Undo[] {
    return [...this.undos.values()].map(({ token, what }) => ({ token, what }))
  }

  async undo(token: number): Promise<void> {
    const remembered = this.undos.get(token)
    if (!remembered) throw refused('This can no longer be undone.')
    await remembered.undo()
    this.undos.delete(token)
  }

  freeName(scope: WritableScope, name: string): string {
    const taken = new Set(this.scopes.document(scope).servers.map((server) => server.name))
    if (!taken.has(name)) return name
    for (let number = 2; ; number++) {
      const free = `${name} ${number}`
      if (!taken.has(free)) return free
    }
  }

  private interpret(draft: WrittenDraft): Interpreted {
    let text: string
    try {
      text = this.wholeText(draft)
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error
      return { faults: [{ message: error.message }] }
    }
    const written = writtenAlone(draft.name, text)
    if ('fault' in written) return { faults: [written.fault] }
    return this.scopes.interpret(draft.scope, draft.name, written)
  }

  /** What is hidden goes back to where it was, and into no other file. */
  private wholeText({ text, scope, replaces }: WrittenDraft): string {
    const before = replaces === undefined ? undefined : this.scopes.find(replaces)
    if (before && before.scope !== scope) {
      const { name, scope: from } = before
      throw refused(`${name} is a ${from} server. Copy it to the ${scope} servers instead.`)
    }
    const original = before?.written.text ?? '{}'
    const whole = withHiddenValues(text, original)
    return withoutRedaction(whole, original, (value) => this.redactor.redact(value))
  }

  private refuseLostChange({ replaces, base }: WrittenDraft): void {
    if (replaces === undefined || base === undefined) return
    const { name, text } = this.read(replaces)
    if (this.redactor.redact(text) === this.redactor.redact(base)) return
    throw refused(
      `${name} was changed by another program since you began to edit it. What you wrote is still here; close and edit again to begin with what is there now.`
    )
  }

  private nameFaults({ name, scope, replaces }: WrittenDraft) {
    const faults = nameFaultsOf(name)
    const before = replaces === undefined ? undefined : this.scopes.find(replaces)
    const isOwn = before?.scope === scope && before.name === name
    const isTaken = this.scopes.document(scope).servers.some((server) => server.name === name)
    if (isOwn || !isTaken) return faults
    return [
      ...faults,
      { field: 'name', message: `There is a server ${name} in this scope already.` }
    ]
  }
}

function nameFaultsOf(name: string): readonly ConfigFault[] {
  if (name.trim() === '') return [{ field: 'name', message: 'A server needs a name.' }]
  if (ServerName.safeParse(name).success) return []
  return [{ field: 'name', message: 'A name has 200 characters at most.' }]
}

/** An entry read as if it stood in a file of its own, its faults with their place in the entry. */
function writtenAlone(name: string, text: string): WrittenServer | { readonly fault: ConfigFault } {
  const alone = parseJsonc(text)
  if ('fault' in alone) return alone
  const before = `{"mcpServers":{${JSON.stringify(name)}:`
  const document = ConfigDocument.parse(`${before}\n${text}\n}}`)
  if ('fault' in document) return { fault: up(document.fault) }
  const [server] = document.servers
  if (!server) return { fault: { message: 'There is no definition here.' } }
  return { ...server, line: 1, faults: server.faults.map(up) }
}

function up<T extends { readonly line?: number }>(fault: T): T {
  return fault.line === undefined ? fault : { ...fault, line: Math.max(1, fault.line - 1) }
}

/** An entry stands indented in its file; alone it begins at the left. */
function outdented(text: string): string {
  const lines = text.split('\n')
  const indents = lines.slice(1).flatMap((line) => /^[ \t]*(?=\S)/.exec(line)?.[0].length ?? [])
  const least = Math.min(...indents)
  if (!Number.isFinite(least) || least === 0) return text
  return lines.map((line, index) => (index === 0 ? line : line.slice(least))).join('\n')
}

function parsed(text: string): ConfigDocument {
  const document = ConfigDocument.parse(text)
  if ('fault' in document) throw refused(document.fault.message)
  return document
}

function refused(message = 'It cannot be read.'): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
