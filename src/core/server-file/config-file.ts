/** A file with servers on disk. It may be written by others too, and be broken by them. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ServerId } from '../../shared/protocol/ids'
import type { ConfigFault, ServerDefinition } from '../../shared/servers/server-config'
import { writeAtomically } from '../disk/atomic-write'
import { ConfigDocument } from './config-document'
import { checkResolved, definitionOf } from './entry'
import { liesIn, realPathOf } from '../references/inside'
import { isBlankJsonc } from '../jsonc/jsonc'
import { withTlsPaths } from '../references/tls-paths'
import { expandDefinition, readEnvFile } from './variables'
import { PRIVATE_MODE, targetOf } from '../disk/write-target'

const MIB = 1024 * 1024
const FILE_LIMIT_BYTES = 4 * MIB

export type ReadConfig =
  | { readonly document: ConfigDocument; readonly text: string; readonly exists: boolean }
  | { readonly fault: ConfigFault; readonly exists: true; readonly text?: string }

export class ConfigFile {
  /** As it was when it was last read or written; undefined when there was no file. */
  private seen: string | undefined
  /** The newest text of this run that could be read. */
  private good: string | undefined

  /**
   * A file of ours is for the person's eyes only, and the newest text of it that could be read is
   * kept. What others have in theirs is not copied before we write there.
   */
  constructor(
    readonly path: string,
    private readonly backupPath: string,
    private readonly owner: 'ours' | 'others' = 'ours'
  ) {}

  /** Never throws: what is wrong with the file is its fault, in both senses. */
  read(): ReadConfig {
    const found = this.look()
    this.remember(found)
    return found
  }

  /** Refuses to overwrite what is broken, or what somebody else wrote since `read`. */
  write(text: string): void {
    const document = ConfigDocument.parse(text)
    if ('fault' in document) throw invalid(`This cannot be written: ${document.fault.message}`)
    if (Buffer.byteLength(text) > FILE_LIMIT_BYTES) {
      throw invalid(`This cannot be written: it is larger than ${FILE_LIMIT_BYTES / MIB} MiB.`)
    }
    const found = this.look()
    if ('fault' in found) {
      throw storage(
        `${this.path} is not written, because it is broken: ${found.fault.message} Fix it or restore it first.`
      )
    }
    if (textOf(found) !== this.seen) {
      throw storage(
        `${this.path} was changed by another program meanwhile. Look at it as it is now, and try again.`
      )
    }
    if (found.exists && found.text === text) return
    // What becomes a secret now must not lie about in an older copy, whatever happens next.
    const isHiding = secretsNamedIn(text) > secretsNamedIn(found.text)
    if (isHiding) rmSync(this.backupPath, { force: true })
    this.put(text)
  }

  canRestore(): boolean {
    return this.lastGood() !== undefined
  }

  /** The broken text, if it is text, and the good one. Refuses when there is nothing to restore. */
  restorable(): { readonly broken?: string; readonly good: string; readonly mark: string } {
    const found = this.look()
    if ('document' in found && found.exists) {
      throw invalid(`${this.path} can be read, so there is nothing to restore.`)
    }
    const text = this.lastGood()
    if (text === undefined) throw storage(`There is no earlier copy of ${this.path}.`)
    const { text: broken } = found
    const seen = JSON.stringify([broken ?? ('fault' in found && found.fault), text])
    const mark = createHash('sha256').update(seen).digest('hex')
    return { ...(broken !== undefined && { broken }), good: text, mark }
  }

  /**
   * Restores the last good text, unless either text has changed since `mark` was made. Returns
   * where the broken file is kept: it may hold secrets, so it does not stay in the project folder.
   */
  restore(mark: string): string | undefined {
    const { good, mark: current } = this.restorable()
    if (current !== mark) {
      throw storage(`${this.path} changed while you were looking. Review it again, then restore.`)
    }
    this.refuseLinkOut()
    const kept = this.look().exists ? this.putAside() : undefined
    this.put(good)
    return kept
  }

  /** What a project links to may be anybody's file, which nobody has opened here. */
  private refuseLinkOut(): void {
    if (this.owner === 'ours') return
    const target = realPathOf(targetOf(this.path))
    if (liesIn(target, realPathOf(dirname(this.path)))) return
    throw storage(
      `${this.path} is a link to ${target}, which is not in this folder, so it is not written. Change that file itself, or put a file in the place of the link.`
    )
  }

  private put(text: string): void {
    this.refuseLinkOut()
    writeAtomically(this.path, text, this.owner === 'ours' ? PRIVATE_MODE : undefined)
    this.seen = text
    this.good = text
    if (isBlankJsonc(text)) this.forget()
    else this.keep(text)
  }

  /** Editors that crash leave nothing in a file. Nobody wrote that there are no servers any more. */
  private look(): ReadConfig {
    const found = readConfig(this.path)
    const isEmptied = 'document' in found && found.exists && isBlankJsonc(found.text)
    if (!isEmptied || !hasServers(this.lastGood())) return found
    const message =
      'The file is empty, and an earlier copy of it holds servers. Restore that copy, or write {} into the file.'
    return { fault: { message, line: 1, column: 1 }, exists: true, text: found.text }
  }

  private remember(found: ReadConfig): void {
    this.seen = textOf(found)
    if ('fault' in found || isBlankJsonc(found.text) || found.text === this.good) return
    // Another program may have emptied the file: keep the copy with servers until we write.
    const isLess = found.document.servers.length === 0 && hasServers(this.lastGood())
    if (this.owner === 'ours' && isLess) return
    this.good = found.text
    if (this.owner === 'ours') this.keep(found.text)
    else if (this.kept() !== found.text) this.forget()
  }

  private lastGood(): string | undefined {
    return this.good ?? this.kept()
  }

  private kept(): string | undefined {
    const found = readConfig(this.backupPath)
    return 'document' in found ? textOf(found) : undefined
  }

  private keep(text: string): void {
    try {
      if (this.kept() !== text) writeAtomically(this.backupPath, text, PRIVATE_MODE)
    } catch {
      // The file itself is whole, and its text is known for as long as we run.
    }
  }

  /** An older copy is not what should come back. */
  private forget(): void {
    try {
      rmSync(this.backupPath, { force: true })
    } catch {
      // A profile that cannot be written says so when something is to be written there.
    }
  }

  private putAside(): string {
    if (!lstatSync(this.path).isFile()) {
      throw storage(`${this.path} is not an ordinary file. Move it away first.`)
    }
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const kept = `${this.backupPath}.broken-${time}`
    try {
      mkdirSync(dirname(kept), { recursive: true, mode: 0o700 })
      copyFileSync(this.path, kept, constants.COPYFILE_EXCL)
      chmodSync(kept, PRIVATE_MODE)
      return kept
    } catch (error) {
      throw storage(`Cannot keep the broken ${this.path}: ${messageOf(error)}`)
    }
  }
}

export type Variables = Readonly<Record<string, string | undefined>>

/** A server of a file that the person named: what is wrong with one keeps no other from being used. */
export type NamedServer =
  | {
      readonly definition: ServerDefinition
      /** The definition with variables filled in. Throws when one of them is not set. */
      readonly resolve: () => ServerDefinition
    }
  /** A whole sentence that begins with the file and the place. */
  | { readonly name: string; readonly fault: string }

/**
 * The servers of a file that the person named on the command line, without those that are disabled.
 * Throws when the file is broken as a whole, with the file and the place.
 */
export function readConfigFile(
  path: string,
  variables: Variables = process.env
): readonly NamedServer[] {
  const found = readConfig(path)
  if ('fault' in found) throw invalid(`${placeIn(path, found.fault)}: ${found.fault.message}`)
  if (!found.exists) throw invalid(`Cannot read ${path}: there is no such file.`)
  const { servers, key } = found.document
  if (key === undefined) throw invalid(`${path} has neither "mcpServers" nor "servers".`)
  return servers.flatMap(({ name, entry, faults: [fault] }): readonly NamedServer[] => {
    if (fault || !entry) {
      const { message = 'It cannot be understood.' } = fault ?? {}
      return [{ name, fault: `${placeIn(path, fault)}, server "${name}": ${message}` }]
    }
    if (entry.disabled === true) return []
    const known = { id: ServerId.parse(name), name, scope: 'command line' as const }
    const made = definitionOf(entry, known)
    if (!('definition' in made)) return []
    const { definition } = made
    return [{ definition, resolve: () => expanded(definition, path, variables) }]
  })
}

/** Secrets and inputs are for servers that are trusted; who names a file only has variables. */
function expanded(
  definition: ServerDefinition,
  path: string,
  variables: Variables
): ServerDefinition {
  const envFile = definition.transport === 'stdio' ? definition.envFile : undefined
  const source = {
    variable: (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    secret: () => undefined,
    input: () => undefined
  }
  try {
    const added = envFile === undefined ? {} : readEnvFile(envFile, dirname(resolve(path)))
    const filled = expandDefinition(definition, source, added).definition
    return checkResolved(withTlsPaths(filled, resolve(path)))
  } catch (error) {
    throw invalid(`${path}, server "${definition.name}": ${messageOf(error)}`)
  }
}

function hasServers(text: string | undefined): boolean {
  const document = text === undefined ? undefined : ConfigDocument.parse(text)
  return document !== undefined && !('fault' in document) && document.servers.length > 0
}

function secretsNamedIn(text: string): number {
  return text.split('${secret:').length
}

/** As editors and terminals understand it: file:line:column. */
export function placeIn(path: string, fault: ConfigFault | undefined): string {
  return fault?.line === undefined ? path : `${path}:${fault.line}:${fault.column ?? 1}`
}

function readConfig(path: string): ReadConfig {
  const read = readConfigText(path)
  if (read === undefined) return { ...emptyConfig(), exists: false }
  if ('fault' in read) return { ...read, exists: true }
  const { text } = read
  const document = ConfigDocument.parse(text)
  return 'fault' in document
    ? { fault: document.fault, text, exists: true }
    : { document, text, exists: true }
}

function emptyConfig(): { document: ConfigDocument; text: string } {
  const document = ConfigDocument.parse('')
  if ('fault' in document) throw new Error(document.fault.message)
  return { document, text: '' }
}

function textOf(found: ReadConfig): string | undefined {
  return found.exists ? found.text : undefined
}

/** Undefined when there is no file. Does not wait for a pipe, and does not read a device. */
export function readConfigText(
  path: string
): { text: string } | { fault: ConfigFault } | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : failed(whyUnreadable(error))
  }
  try {
    const status = fstatSync(file)
    if (status.isDirectory()) return failed('There is a folder in place of the file.')
    if (!status.isFile()) return failed('This is not an ordinary file.')
    if (status.size > FILE_LIMIT_BYTES) {
      const size = (status.size / MIB).toFixed(1)
      return failed(`The file has ${size} MiB, and ${FILE_LIMIT_BYTES / MIB} MiB is the most.`)
    }
    return decoded(contentOf(file, status.size))
  } catch (error) {
    return failed(whyUnreadable(error))
  } finally {
    closeSync(file)
  }
}

function contentOf(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let length = 0
  for (let count = -1; count !== 0 && length < size; length += count) {
    count = readSync(file, bytes, length, size - length, null)
  }
  return bytes.subarray(0, length)
}

function decoded(bytes: Buffer): { text: string } | { fault: ConfigFault } {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8') }
  const [first = 0, second = 0] = bytes
  if (first + second === 0xfe + 0xff && Math.max(first, second) === 0xff) {
    return failed('The file is written as UTF-16. Save it as UTF-8.', { line: 1, column: 1 })
  }
  return failed('The file has bytes that are not UTF-8. Save it as UTF-8.', placeOfBadByte(bytes))
}

function placeOfBadByte(bytes: Buffer): { line: number; column: number } {
  let start = 0
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start)
    const content = bytes.subarray(start, end === -1 ? bytes.length : end)
    if (end === -1 || !isUtf8(content)) {
      return { line, column: Math.max(0, content.toString('utf8').indexOf('\uFFFD')) + 1 }
    }
    start = end + 1
  }
}

function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EACCES' || code === 'EPERM'
    ? 'You may not read the file. Change its permissions.'
    : `The file cannot be read: ${messageOf(error)}.`
}

function failed(message: string, place?: { line: number; column: number }): { fault: ConfigFault } {
  return { fault: { message, ...place } }
}

function invalid(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

function storage(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Storage, message)
}
