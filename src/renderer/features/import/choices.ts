/** What would be imported, as it stands: what was found, and what the person has changed about it. */
import { assertNever } from '../../../shared/protocol/errors'
import type {
  ImportedFile,
  ImportedServer,
  ImportReport
} from '../../../shared/servers/configuration'
import { count } from '../../ui/text/format'

export type Edit = { readonly isTicked?: boolean; readonly name?: string }
/** By the key of a server. */
export type Edits = Readonly<Record<string, Edit>>

export type Standing = ImportedServer['status'] | 'also above' | 'differs from above'

export type Choice = {
  readonly server: ImportedServer
  readonly name: string
  readonly isTicked: boolean
  readonly standing: Standing
  /** The one with the same name further up. */
  readonly above?: ImportedServer
  /** A whole sentence: why it cannot be imported under this name. Only of what is ticked. */
  readonly problem?: string
}

/** What belongs to one folder only would be there for all folders, if it cannot go to that folder. */
export function isAtHome({ folder, taken }: ImportedFile): boolean {
  return folder === undefined || taken !== undefined
}

/** Takes the names that are there already, in the scope that is imported to. */
export function choicesOf(
  { files }: ImportReport,
  edits: Edits,
  existing: ReadonlySet<string>
): ReadonlyMap<string, Choice> {
  const places = Map.groupBy(files, ({ folder, taken }) => (taken ? folder : undefined))
  const choices = [...places].flatMap(([folder, those]) => {
    const names =
      folder === undefined ? existing : new Set(those.flatMap(({ taken = [] }) => taken))
    return choicesAmong(those, edits, names)
  })
  return new Map(choices)
}

/** Of what goes to one place. */
function choicesAmong(
  files: readonly ImportedFile[],
  edits: Edits,
  existing: ReadonlySet<string>
): readonly (readonly [string, Choice])[] {
  const firsts = new Map<string, ImportedServer>()
  const choices = files.flatMap((file) =>
    file.servers.map((server): Choice => {
      const edit = edits[server.key]
      const name = edit?.name ?? server.name
      const isRenamed = name !== server.name
      const above = isRenamed ? undefined : firsts.get(name)
      if (!above && !isRenamed && server.status !== 'invalid') firsts.set(name, server)
      const standing = standingOf(server, isRenamed, above)
      const isWanted = standing === 'new' && isAtHome(file)
      const isTicked = standing !== 'invalid' && (edit?.isTicked ?? isWanted)
      return { server, name, isTicked, standing, ...(above && { above }) }
    })
  )
  const ticked = Map.groupBy(
    choices.filter(({ isTicked }) => isTicked),
    ({ name }) => name
  )
  return choices.map((choice) => {
    const problem = problemOf(choice, ticked.get(choice.name)?.length ?? 0, existing)
    return [choice.server.key, problem === undefined ? choice : { ...choice, problem }]
  })
}

function standingOf(
  { status, text }: ImportedServer,
  isRenamed: boolean,
  above: ImportedServer | undefined
): Standing {
  if (status === 'invalid') return status
  if (isRenamed) return 'new'
  if (status !== 'new' || !above) return status
  return above.text === text ? 'also above' : 'differs from above'
}

function problemOf(
  { server, name, isTicked }: Choice,
  tickedWithName: number,
  existing: ReadonlySet<string>
): string | undefined {
  if (!isTicked) return undefined
  if (name.trim() === '') return 'It needs a name.'
  if (tickedWithName > 1) return `${tickedWithName} ticked servers are called ${name}. Rename one.`
  // What is there under the name it came with has been compared; under another name it has not.
  if (name !== server.name && existing.has(name)) {
    return `There is a server called ${name} already. Choose another name.`
  }
  return undefined
}

/** What still holds for a new look: keys are numbers, so the server behind one has to be the same. */
export function keptEdits(edits: Edits, before: ImportReport, after: ImportReport): Edits {
  const known = new Map(serversOf(before).map(({ key, name, what }) => [key, `${name} ${what}`]))
  const same = serversOf(after).filter(
    ({ key, name, what }) => known.get(key) === `${name} ${what}`
  )
  const kept = same.flatMap(({ key }) => {
    const edit = edits[key]
    return edit ? [[key, edit] as const] : []
  })
  return Object.fromEntries(kept)
}

function serversOf({ files }: ImportReport): readonly ImportedServer[] {
  return files.flatMap(({ servers }) => servers)
}

/** Why nothing can be imported as it stands; undefined when it can. */
export function refusalOf(choices: Iterable<Choice>): string | undefined {
  let isAnyTicked = false
  for (const { isTicked, problem } of choices) {
    if (problem !== undefined) return problem
    isAnyTicked ||= isTicked
  }
  return isAnyTicked ? undefined : 'Tick the servers to import.'
}

/** Files with the servers that have every word of the filter in their name, their way or their file. */
export function filterFiles(
  files: readonly ImportedFile[],
  filter: string,
  nameOf: (server: ImportedServer) => string
): readonly ImportedFile[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return files
  return files
    .map((file) => ({
      ...file,
      servers: file.servers.filter((server) => {
        const text = [nameOf(server), server.what, file.title].join('\n').toLowerCase()
        return words.every((word) => text.includes(word))
      })
    }))
    .filter(({ servers }) => servers.length > 0)
}

export function markOf(choice: Choice): { readonly glyph: string; readonly word: string } {
  const { standing, isTicked, name, server } = choice
  switch (standing) {
    case 'new':
      return { glyph: '+', word: name === server.name ? 'new' : 'new name' }
    case 'same':
      return { glyph: '=', word: 'same as yours' }
    case 'differs':
      return { glyph: '≠', word: isTicked ? 'replaces yours' : 'differs from yours' }
    case 'also above':
      return { glyph: '=', word: standing }
    case 'differs from above':
      return { glyph: '≠', word: standing }
    case 'invalid':
      return { glyph: '!', word: 'cannot be read' }
    default:
      return assertNever(standing)
  }
}

export function describeSecrets({ secretFields }: ImportedServer): string {
  const number = secretFields.length
  return `${count(number, 'value looks', 'values look')} like ${number === 1 ? 'a secret' : 'secrets'}`
}
