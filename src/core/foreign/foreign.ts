/**
 * Turns the files of other tools, and what people paste, into entries of ours. Nothing is expanded,
 * read or started, and a server that makes no sense is handed on as it is rather than lost.
 */
import { suggestName } from '../../shared/pasted/command-line'
import type { ConfigFormat } from '../../shared/servers/configuration'
import { isObject } from '../../shared/json/json'
import type { ConfigFault } from '../../shared/servers/server-config'
import { pastedOf, translateEntry } from './foreign-entry'
import type { ForeignContext } from './foreign-variables'
import { findJson } from '../jsonc/json-in-text'
import {
  isBlankJsonc,
  parseJsonc,
  placesIn,
  propertiesOf,
  propertyOf,
  valueOf,
  type Node,
  type TextPlace
} from '../jsonc/jsonc'
import { isManifest, serversOfManifest } from './registry-manifest'

export type FoundServer = {
  readonly name: string
  /** One entry in our format, with every field that came with it. */
  readonly text: string
  /** Whole sentences. */
  readonly notes: readonly string[]
  /** A title of its own for where it was, when one file holds the servers of several places. */
  readonly place?: string
  /** The only folder that it is for. */
  readonly folder?: string
}
export type Found =
  | {
      readonly servers: readonly FoundServer[]
      readonly inputs: readonly unknown[]
      readonly format?: ConfigFormat
    }
  | { readonly fault: ConfigFault }

const TEXT_LIMIT_CHARS = 4 * 1024 * 1024
const SERVERS_LIMIT = 5_000
const OTHERS_NOTE = 'There is more JSON in this text; only the first piece was read.'

export function readForeign(
  text: string,
  format?: ConfigFormat,
  context: ForeignContext = {}
): Found {
  if (text.length > TEXT_LIMIT_CHARS) {
    return { fault: { message: 'This is larger than 4 MiB. Import a smaller file.' } }
  }
  if (isBlankJsonc(text)) {
    return format === undefined
      ? { fault: { message: 'There is nothing here yet. Paste JSON with servers.' } }
      : { servers: [], inputs: [], format }
  }
  const parsed = format === undefined ? findJson(text) : { ...parseJsonc(text), others: 0 }
  if ('fault' in parsed) return parsed
  const { root } = parsed
  if (format !== undefined && root.type !== 'object') {
    return faultAt(parsed.text, root, 'The file has to hold a JSON object.')
  }
  const holders = format === undefined ? detect(root) : holdersOf(root, format)
  if (holders.length === 0 && format === undefined) {
    const looked = 'mcpServers, servers, context_servers, or an object with "command" or "url"'
    return { fault: { message: `There are no servers in this JSON. Looked for ${looked}.` } }
  }
  const broken = holders.find(({ node }) => node.type !== 'object' && node.type !== 'array')
  if (broken) return faultAt(parsed.text, broken.node, `"${broken.key}" has to be an object.`)
  const count = holders.reduce((sum, { node }) => sum + (node.children?.length ?? 0), 0)
  if (count > SERVERS_LIMIT) {
    return {
      fault: { message: `There are ${count} servers in this; 5,000 can be imported at once.` }
    }
  }
  const others = parsed.others > 0 ? [OTHERS_NOTE] : []
  const servers = holders
    .flatMap((holder) => serversIn(holder, parsed.text, context))
    .map((server) => ({ ...server, notes: [...others, ...server.notes] }))
  const known = format ?? holders.find((holder) => holder.format !== undefined)?.format
  return { servers, inputs: inputsIn(root), ...(known !== undefined && { format: known }) }
}

/** A part of a file that holds servers by name. */
type Holder = {
  readonly key: string
  readonly node: Node
  readonly format?: ConfigFormat
  readonly place?: (context: ForeignContext) => string
  readonly folder?: string
  /** The node is one server itself. */
  readonly isSingle?: boolean
}

function holdersOf(root: Node, format: ConfigFormat): readonly Holder[] {
  switch (format) {
    case 'vscode': {
      const inSettings = child(root, 'mcp')
      return [
        ...at(root, ['servers'], format),
        ...(inSettings ? at(inSettings, ['servers'], format) : [])
      ]
    }
    case 'zed':
      return at(root, ['context_servers'], format)
    case 'claude-code':
      return [...at(root, ['mcpServers', 'servers'], format), ...projectsIn(root)]
    case 'gemini-cli':
      return at(root, ['mcpServers'], format)
    default:
      return at(root, ['mcpServers', 'servers'], format)
  }
}

/** The first of these that is there. */
function at(node: Node, keys: readonly string[], format?: ConfigFormat): readonly Holder[] {
  for (const key of keys) {
    const found = child(node, key)
    if (found) return [{ key, node: found, ...(format !== undefined && { format }) }]
  }
  return []
}

/** Claude Code keeps servers that are local to a folder in the same file as those of the person. */
function projectsIn(root: Node): readonly Holder[] {
  return membersOf(child(root, 'projects')).flatMap(({ name: folder, node }) => {
    const [holder] = at(node, ['mcpServers'], 'claude-code')
    if (!holder || (holder.node.children ?? []).length === 0) return []
    const place = ({ projectFolder }: ForeignContext): string =>
      folder === projectFolder ? 'Claude Code (local)' : `Claude Code (local to ${folder})`
    return [{ ...holder, place, folder }]
  })
}

function detect(root: Node): readonly Holder[] {
  if (root.type === 'array') return [{ key: 'list', node: root }]
  const projects = projectsIn(root)
  if (child(root, 'mcpServers') || projects.length > 0) {
    return [...at(root, ['mcpServers'], formatOf(child(root, 'mcpServers'))), ...projects]
  }
  if (child(root, 'servers')) {
    return at(root, ['servers'], child(root, 'inputs') ? 'vscode' : undefined)
  }
  if (child(root, 'context_servers')) return at(root, ['context_servers'], 'zed')
  const mcp = child(root, 'mcp')
  if (mcp && child(mcp, 'servers')) return at(mcp, ['servers'], 'vscode')
  if (isManifest(valueOf(root)) || looksLikeEntry(root)) {
    return [{ key: 'server', node: root, isSingle: true }]
  }
  const map = mcp && membersOf(mcp).some(({ node }) => looksLikeEntry(node)) ? mcp : root
  return membersOf(map).some(({ node }) => looksLikeEntry(node)) ? [{ key: 'it', node: map }] : []
}

/** Two tools have names of their own for addresses. */
function formatOf(servers: Node | undefined): ConfigFormat | undefined {
  const has = (key: string): boolean => membersOf(servers).some(({ node }) => child(node, key))
  return has('httpUrl') ? 'gemini-cli' : has('serverUrl') ? 'windsurf' : undefined
}

function looksLikeEntry(node: Node): boolean {
  const command = child(node, 'command')
  if (command && /^(string|array)$/.test(command.type)) return true
  if (command && child(command, 'path')?.type === 'string') return true
  return ['url', 'serverUrl', 'httpUrl'].some((key) => child(node, key)?.type === 'string')
}

function serversIn(holder: Holder, text: string, context: ForeignContext): readonly FoundServer[] {
  const { node, format, isSingle } = holder
  const place = {
    ...(holder.place && { place: holder.place(context) }),
    ...(holder.folder !== undefined && { folder: holder.folder })
  }
  const from = { ...context, ...(format !== undefined && { format }) }
  if (isSingle) return unnamed(node, from)
  if (node.type === 'array') return (node.children ?? []).flatMap((each) => unnamed(each, from))
  const members = membersOf(node)
  const placeIn = placesIn(text)
  const counts = Map.groupBy(members, ({ name }) => name)
  return members.map(({ name, node: entry }) => {
    const { value, notes } = translateEntry(valueOf(entry), from)
    const isTwice = (counts.get(name)?.length ?? 0) > 1
    const twice = isTwice
      ? [
          `"${name}" is written more than once in this file; this is the one in line ${placeIn(entry.offset).line}.`
        ]
      : []
    return { name, text: pretty(value), notes: [...twice, ...notes], ...place }
  })
}

/** A server that says its name itself, or does not say it. */
function unnamed(node: Node, from: Parameters<typeof translateEntry>[1]): readonly FoundServer[] {
  const value = valueOf(node)
  if (isManifest(value)) {
    return serversOfManifest(value).map(({ name, entry, notes }) => ({
      name,
      text: pretty(entry),
      notes
    }))
  }
  const translated = translateEntry(value, from)
  const said = isObject(value) ? value['name'] : undefined
  if (typeof said !== 'string' || said.trim() === '' || !isObject(translated.value)) {
    const pasted = pastedOf(translated.value)
    const name = pasted ? suggestName(pasted) : 'server'
    const note = `It has no name of its own; "${name}" is a suggestion.`
    return [{ name, text: pretty(translated.value), notes: [note, ...translated.notes] }]
  }
  const { name: _name, ...entry } = translated.value
  return [{ name: said, text: pretty(entry), notes: translated.notes }]
}

function inputsIn(root: Node): readonly unknown[] {
  const mcp = child(root, 'mcp')
  const nodes = [child(root, 'inputs'), mcp && child(mcp, 'inputs')]
  return nodes.flatMap((node) => (node?.type === 'array' ? (node.children ?? []).map(valueOf) : []))
}

function child(node: Node, key: string): Node | undefined {
  return node.type === 'object' ? propertyOf(node, key)?.value : undefined
}

function membersOf(node: Node | undefined): readonly { name: string; node: Node }[] {
  if (node?.type !== 'object') return []
  return propertiesOf(node).map(({ key, value }) => ({ name: key, node: value }))
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function faultAt(text: string, node: Node, message: string): { readonly fault: ConfigFault } {
  const place: TextPlace = placesIn(text)(node.offset)
  return { fault: { message, ...place } }
}
