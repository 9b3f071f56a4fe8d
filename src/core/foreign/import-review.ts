/** What an import would do. Values stay here; the window gets keys and texts without them. */
import { createHash } from 'node:crypto'
import type {
  ConfigFormat,
  ImportedFile,
  ImportedServer,
  ImportReport
} from '../../shared/servers/configuration'
import { ServerId } from '../../shared/protocol/ids'
import { isObject } from '../../shared/json/json'
import type { ConfigFault } from '../../shared/servers/server-config'
import { definitionOf, readEntry } from '../server-file/entry'
import { isSameEntry } from './entry-comparison'
import type { Found, FoundServer } from './foreign'
import { secretFieldsOf, previewText } from '../hiding/hiding'
import { inputsAskedFor } from '../references/input-declarations'
import { applied } from '../jsonc/jsonc-edit'
import { nodeAlong, parseJsonc, valueOf } from '../jsonc/jsonc'
import { hasReferences, replaceSecrets } from '../hiding/replace-secrets'

export type ImportSource = {
  readonly title: string
  readonly origin: ConfigFormat | 'text' | 'file'
  readonly path?: string
  readonly found: Found
}

const LONGEST_NAME_CHARS = 200
/** Of the name of a server or field, in the name of a secret. */
const LONGEST_PART_CHARS = 100

export type TakenServer = {
  readonly name: string
  readonly text: string
  readonly inputs: readonly unknown[]
  /** The folder that it is to be local to. */
  readonly folder?: string
}

type Keyed = FoundServer & { readonly key: string; readonly inputs: readonly unknown[] }

export class ImportReview {
  private readonly keyed = new Map<string, Keyed>()
  private readonly sources: readonly (ImportSource & { readonly servers: readonly Keyed[] })[]

  /**
   * `existing` has the entries of the scope that the import would go to, by name. `localTo` has those
   * that are local to a folder; nothing for a folder to which nothing can be imported.
   */
  constructor(
    files: readonly ImportSource[],
    private readonly existing: ReadonlyMap<string, string>,
    private readonly localTo: (folder: string) => ReadonlyMap<string, string> | undefined = () =>
      undefined
  ) {
    this.sources = files.map((file, fileIndex) => {
      if ('fault' in file.found) return { ...file, servers: [] }
      const { inputs } = file.found
      const servers = file.found.servers.map((server, index) => ({
        ...server,
        key: `${fileIndex}.${index}`,
        inputs
      }))
      for (const server of servers) this.keyed.set(server.key, server)
      return { ...file, servers }
    })
  }

  /** Places that other tools have, but that hold no server, count as looked at with nothing found. */
  report(absent: ImportReport['absent']): ImportReport {
    const empty: { title: string; path: string }[] = []
    const files = this.sources.flatMap((source): ImportedFile[] => {
      const { title, origin, path, found, servers } = source
      const known = { origin, ...(path !== undefined && { path }) }
      if ('fault' in found) return [{ title, ...known, fault: found.fault, servers: [] }]
      const isChosen = origin === 'text' || origin === 'file'
      if (servers.length === 0 && path !== undefined && !isChosen) empty.push({ title, path })
      if (servers.length === 0) return isChosen ? [{ title, ...known, servers: [] }] : []
      const places = Map.groupBy(servers, ({ place }) => place ?? title)
      return [...places].map(([place, those]) => {
        const folder = those[0]?.folder
        const local = folder === undefined ? undefined : this.localTo(folder)
        return {
          title: place,
          ...known,
          ...(folder !== undefined && { folder }),
          ...(local && { taken: [...local.keys()] }),
          servers: those.map((server) => this.describe(server, local ?? this.existing))
        }
      })
    })
    return { files, absent: [...absent, ...empty] }
  }

  /** With its values, and with the inputs that it asks for. */
  take(key: string): TakenServer | undefined {
    const server = this.keyed.get(key)
    if (!server) return undefined
    const { name, text, inputs, folder } = server
    const isLocal = folder !== undefined && this.localTo(folder) !== undefined
    return { name, text, inputs: inputsAskedFor(text, inputs), ...(isLocal && { folder }) }
  }

  private describe(
    { key, name, text, notes }: Keyed,
    there: ReadonlyMap<string, string>
  ): ImportedServer {
    const value = parsed(text)
    const faults = faultsOf(name, value)
    const existing = there.get(name)
    const isSame = existing !== undefined && isSameEntry(value, parsed(existing))
    const known = existing === undefined ? 'new' : isSame ? 'same' : 'differs'
    const shown = previewText(text)
    return {
      key,
      name,
      status: faults.length > 0 ? 'invalid' : known,
      what: describeWay(parsed(shown)),
      text: shown,
      ...(existing !== undefined && { existing: previewText(existing) }),
      faults,
      warnings: warningsOf(value),
      notes,
      secretFields: secretFieldsOf(value)
    }
  }
}

function parsed(text: string): unknown {
  const json = parseJsonc(text)
  return 'fault' in json ? undefined : valueOf(json.root)
}

function faultsOf(name: string, value: unknown): readonly ConfigFault[] {
  const id = ServerId.safeParse(name)
  if (!id.success || name.trim() === '' || name.length > LONGEST_NAME_CHARS) {
    return [{ message: 'A server needs a name of 1 to 200 characters. Give it another.' }]
  }
  const read = readEntry(value)
  if ('faults' in read) return read.faults
  const defined = definitionOf(read.entry, { id: id.data, name, scope: 'user' })
  return 'faults' in defined ? defined.faults : []
}

function warningsOf(value: unknown): readonly string[] {
  if (!isObject(value) || value['sandboxEnabled'] !== true) return []
  return [
    'VS Code runs this server in a sandbox ("sandboxEnabled"). Patchbay has no sandbox: the server can read and change everything that you can.'
  ]
}

/** One line for a list: the command as one would type it, or the address. */
function describeWay(entry: unknown): string {
  if (!isObject(entry)) return ''
  const { command, args, url } = entry
  if (typeof command === 'string') {
    const words: unknown[] = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])]
    return words
      .filter((word) => typeof word === 'string')
      .map(quoted)
      .join(' ')
  }
  return typeof url === 'string' ? url : ''
}

function quoted(word: string): string {
  return /^[^\s'"\\]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * Values that look like secrets become references to secrets, in the text as it stands. A value that
 * holds references itself stays: inside a secret they would not be filled in.
 */
export function withSecrets(
  text: string,
  serverName: string,
  taken: ReadonlySet<string> = new Set()
): { text: string; secrets: readonly { name: string; value: string }[] } {
  const json = parseJsonc(text)
  if ('fault' in json) return { text, secrets: [] }
  const secrets = new Map<string, string>()
  const replaced = replaceSecrets(valueOf(json.root), (field, value) => {
    if (hasReferences(value)) return value
    const name = freeName(
      secretName(serverName, field),
      (each) => taken.has(each) || secrets.has(each)
    )
    secrets.set(name, value)
    return `\${secret:${name}}`
  })
  const edits = replaced.map(({ path, text: replacement }) => {
    const { offset, length } = nodeAlong(json.root, path.join('.'))
    return { start: offset, end: offset + length, text: JSON.stringify(replacement) }
  })
  return {
    text: applied(text, edits),
    secrets: [...secrets].map(([name, value]) => ({ name, value }))
  }
}

function secretName(serverName: string, field: string): string {
  const server = plain(serverName)
  // Two servers whose names differ only in what is left out must not share a secret.
  const mark = server === serverName ? '' : `-${digestOf(serverName)}`
  return `${server}${mark}-${plain(field)}`.replace(/^-+/, '')
}

function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, LONGEST_PART_CHARS)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 4)
}

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}-${count}`
  return name
}
