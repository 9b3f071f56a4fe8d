/**
 * The text of a file with servers, and edits of it as new texts. Nothing but what is edited changes:
 * comments, order, unknown fields, indentation and line ends stay byte for byte.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ServerName } from '../../shared/protocol/ids'
import type { ConfigFault } from '../../shared/servers/server-config'
import type { Entry } from './entry'
import {
  inputDeclarations,
  inputIdOf,
  type InputDeclaration
} from '../references/input-declarations'
import {
  isBlankJsonc,
  parseJsonc,
  placesIn,
  propertiesOf,
  propertyOf,
  valueOf,
  type Node,
  type Property
} from '../jsonc/jsonc'
import {
  applied,
  commentsOf,
  withMember,
  withoutMember,
  type Comments,
  type NewMember
} from '../jsonc/jsonc-edit'
import { commentsAround, endOf, fashionOf, fitted, indentAt } from '../jsonc/jsonc-layout'
import { repeatFaults, writtenEntry } from './written-entry'

export type { InputDeclaration } from '../references/input-declarations'

export type WrittenServer = {
  readonly name: string
  /** Exactly as it stands in the file. */
  readonly text: string
  readonly value: unknown
  /** Absent when it cannot be used; `faults` says why. */
  readonly entry?: Entry
  /** With line and column in the file. */
  readonly faults: readonly ConfigFault[]
  readonly line: number
}

/** More than anyone has, and few enough to list them all at once. */
const MOST_SERVERS = 5_000

type ServersKey = 'mcpServers' | 'servers'

export class ConfigDocument {
  readonly servers: readonly WrittenServer[]
  readonly inputs: readonly InputDeclaration[]

  private constructor(
    readonly text: string,
    /** Absent in a file that holds nothing, or nothing but comments. */
    private readonly root: Node | undefined,
    /** What the servers stand under, when there are any. */
    readonly key: ServersKey | undefined
  ) {
    this.servers = writtenServers(text, this.container)
    this.inputs = inputDeclarations(this.declaredInputs())
  }

  static parse(text: string): ConfigDocument | { readonly fault: ConfigFault } {
    if (isBlankJsonc(text)) return new ConfigDocument(text, undefined, undefined)
    const parsed = parseJsonc(text)
    if ('fault' in parsed) return parsed
    const { root } = parsed
    const placeOf = placesIn(text)
    const faultAt = (node: Node, message: string) => ({
      fault: { message, ...placeOf(node.offset) }
    })
    if (root.type !== 'object') return faultAt(root, 'The file has to hold a JSON object.')
    const key = keyIn(root)
    if (key === undefined) return new ConfigDocument(text, root, undefined)
    const written = propertiesOf(root).filter((property) => property.key === key)
    const [repeated] = repeatFaults(written, '', placeOf)
    if (repeated) {
      const { line, column } = repeated
      const lines = written.map(({ node }) => placeOf(node.offset).line).join(' and ')
      const message = `"${key}" is written more than once, in lines ${lines}. Make one of them.`
      return { fault: { message, ...(line && { line }), ...(column && { column }) } }
    }
    const container = written[0]?.value
    if (container && container.type !== 'object') {
      return faultAt(container, `"${key}" has to be an object with a server for each name.`)
    }
    const count = container?.children?.length ?? 0
    if (container && count > MOST_SERVERS) {
      return faultAt(container, `There are ${count} servers here, and ${MOST_SERVERS} is the most.`)
    }
    return new ConfigDocument(text, root, key)
  }

  /** Adds it at the end, or replaces its definition where it stands. */
  withServer(name: string, entryText: string): string {
    const found = this.find(name)
    if (!found) return this.withServerAt(name, entryText, this.servers.length)
    const { value, above } = oneValue(entryText)
    const { text } = this
    const indent = indentAt(text, found.node.offset)
    const fashion = fashionOf(text)
    const comments = above.map((comment) => comment + fashion.lineEnd + indent).join('')
    return checked(
      applied(text, [
        { start: found.node.offset, end: found.node.offset, text: comments },
        {
          start: found.value.offset,
          end: endOf(found.value),
          text: fitted(value, indent, fashion)
        }
      ])
    )
  }

  /** Adds it before the one at `index`, with the comments that it had there once. */
  withServerAt(name: string, entryText: string, index: number, comments?: Comments): string {
    const { value, above } = oneValue(entryText)
    const { behind = [] } = comments ?? {}
    const all = { ...comments, above: [...(comments?.above ?? []), ...above], behind }
    return this.withNew({ key: name, value, comments: all }, index)
  }

  /** Takes the comments directly above it and behind it with it. */
  withoutServer(name: string): string {
    const { container, index } = this.placeOf(name)
    return checked(withoutMember(this.text, container, index))
  }

  /** The comments that `withoutServer` takes away, for `withServerAt` to put back. */
  commentsOf(name: string): Comments {
    const { container, index } = this.placeOf(name)
    return commentsOf(this.text, container, index)
  }

  withName(name: string, newName: string): string {
    const { keyNode } = this.placeOf(name)
    if (name === newName) return this.text
    this.refuseName(newName)
    const edit = { start: keyNode.offset, end: endOf(keyNode), text: JSON.stringify(newName) }
    return checked(applied(this.text, [edit]))
  }

  /** Moves it down by so many places, or up when negative; no further than the ends. */
  withOrder(name: string, by: number): string {
    const from = this.servers.findIndex((server) => server.name === name)
    const moved = this.servers[from]
    if (!moved) throw unknownServer(name)
    const to = Math.min(Math.max(from + by, 0), this.servers.length - 1)
    if (to === from) return this.text
    const comments = this.commentsOf(name)
    const rest = documentOf(this.withoutServer(name))
    return rest.withNew({ key: name, value: moved.text, comments, isMoved: true }, to)
  }

  /** Sets one field of its definition, or takes it away when `value` is undefined. */
  withField(name: string, field: string, value: unknown): string {
    const entry = this.placeOf(name).value
    if (entry.type !== 'object') throw refusal(`The definition of "${name}" is not an object.`)
    if (value === undefined) {
      const index = propertiesOf(entry).findLastIndex(({ key }) => key === field)
      if (index === -1) return this.text
      const text = checked(withoutMember(this.text, entry, index))
      return documentOf(text).withField(name, field, undefined)
    }
    const written = JSON.stringify(value, null, 2)
    const found = propertyOf(entry, field)
    if (!found)
      return checked(withMember(this.text, entry, Infinity, { key: field, value: written }))
    const indent = indentAt(this.text, found.node.offset)
    const text = fitted(written, indent, fashionOf(this.text))
    return checked(
      applied(this.text, [{ start: found.value.offset, end: endOf(found.value), text }])
    )
  }

  /** Appends those declarations whose id is not there yet. What has no id is left out. */
  withInputs(inputs: readonly unknown[]): string {
    return inputs.reduce<ConfigDocument>((document, input) => document.withInput(input), this).text
  }

  /** The declarations as they are written, with what only others understand. */
  declaredInputs(): readonly unknown[] {
    const list = this.root && propertyOf(this.root, 'inputs')?.value
    return list?.type === 'array' ? (list.children ?? []).map(valueOf) : []
  }

  private withNew(member: NewMember & { readonly key: string }, index: number): string {
    this.refuseName(member.key)
    const { container } = this
    if (!container) return withEmptyServers(this.text, this.root).withNew(member, 0)
    return checked(withMember(this.text, container, this.memberAt(index), member))
  }

  private withInput(input: unknown): ConfigDocument {
    const { root, text } = this
    const id = inputIdOf(input)
    const list = root && propertyOf(root, 'inputs')?.value
    if (list && list.type !== 'array') throw refusal('"inputs" in the file has to be a list.')
    const isKnown = list?.children?.some((child) => inputIdOf(valueOf(child)) === id) === true
    if (id === undefined || isKnown) return this
    if (!root) return withEmptyServers(text, root).withInput(input)
    if (!list) {
      const empty = withMember(text, root, Infinity, { key: 'inputs', value: '[]' })
      return documentOf(empty).withInput(input)
    }
    const value = JSON.stringify(input, null, 2)
    return documentOf(checked(withMember(text, list, Infinity, { value })))
  }

  private get container(): Node | undefined {
    return this.root && this.key && propertyOf(this.root, this.key)?.value
  }

  private find(name: string): Property | undefined {
    return this.container && propertyOf(this.container, name)
  }

  private placeOf(name: string): Property & { readonly container: Node; readonly index: number } {
    const { container } = this
    const properties = container ? propertiesOf(container) : []
    const index = properties.findLastIndex(({ key }) => key === name)
    const found = properties[index]
    if (!container || !found) throw unknownServer(name)
    return { ...found, container, index }
  }

  /** From the number of a server to that of its member: what is written twice has two of those. */
  private memberAt(index: number): number {
    const next = this.servers[Math.max(0, index)]
    return next ? this.placeOf(next.name).index : Infinity
  }

  private refuseName(name: string): void {
    if (!isName(name)) throw refusal(NAME_SENTENCE)
    if (this.find(name)) throw refusal(`There is a server "${name}" already. Choose another name.`)
  }
}

const NAME_SENTENCE = 'The name of a server has 1 to 200 characters.'

function isName(name: string): boolean {
  return ServerName.safeParse(name).success
}

function keyIn(root: Node): ServersKey | undefined {
  if (propertyOf(root, 'mcpServers')) return 'mcpServers'
  return propertyOf(root, 'servers') ? 'servers' : undefined
}

function writtenServers(text: string, container: Node | undefined): readonly WrittenServer[] {
  if (!container) return []
  const placeOf = placesIn(text)
  const properties = propertiesOf(container)
  const last = new Map(properties.map((property) => [property.key, property]))
  const repeats = new Map(
    repeatFaults(properties, '', placeOf).map(({ field, ...fault }) => [field, fault])
  )
  return properties.flatMap((property): readonly WrittenServer[] => {
    const { key: name, value: node, keyNode } = property
    if (last.get(name) !== property) return []
    const { entry, value, faults } = writtenEntry(node, placeOf)
    const place = placeOf(keyNode.offset)
    const isNamed = isName(name)
    const repeated = repeats.get(name)
    return [
      {
        name,
        text: text.slice(node.offset, endOf(node)),
        value,
        ...(entry && isNamed && { entry }),
        faults: [
          ...(isNamed ? [] : [{ message: NAME_SENTENCE, ...place }]),
          ...(repeated ? [repeated] : []),
          ...faults
        ],
        line: place.line
      }
    ]
  })
}

/** The one value in a text, and the comments around it: they would swallow what comes after. */
function oneValue(entryText: string): { value: string; above: readonly string[] } {
  const parsed = parseJsonc(entryText)
  if ('fault' in parsed) {
    const { message, line = 1, column = 1 } = parsed.fault
    throw refusal(`The definition is wrong at line ${line}, column ${column}: ${message}`, parsed)
  }
  const { root } = parsed
  return {
    value: entryText.slice(root.offset, endOf(root)),
    above: commentsAround(entryText, root)
  }
}

/** A document that has a place for servers. */
function withEmptyServers(text: string, root: Node | undefined): ConfigDocument {
  if (root) {
    return documentOf(withMember(text, root, Infinity, { key: 'mcpServers', value: '{}' }))
  }
  const { lineEnd } = fashionOf(text)
  const kept = text.trimEnd()
  const head = kept === '' || kept === '\uFEFF' ? kept : kept + lineEnd
  const mark = text.startsWith('\uFEFF') && head === '' ? '\uFEFF' : ''
  return documentOf([`${mark}${head}{`, '  "mcpServers": {}', '}', ''].join(lineEnd))
}

/** No edit gives a text that could not be read again. */
function checked(text: string): string {
  documentOf(text)
  return text
}

function documentOf(text: string): ConfigDocument {
  const document = ConfigDocument.parse(text)
  if ('fault' in document) throw refusal(document.fault.message, document)
  return document
}

function unknownServer(name: string): WorkbenchError {
  return new WorkbenchError(
    WorkbenchErrorCode.NotFound,
    `There is no server "${name}" in the file.`
  )
}

function refusal(message: string, details?: unknown): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message, details)
}
