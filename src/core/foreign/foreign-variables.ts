/** References to variables as other tools write them. What they stand for is not looked up. */
import type { ConfigFormat } from '../../shared/servers/configuration'
import { isObject } from '../../shared/json/json'
import { filledTexts } from '../references/access-texts'
import { piecesOf } from '../references/references'

export type ForeignContext = {
  readonly format?: ConfigFormat
  readonly projectFolder?: string
  readonly home?: string
}

const OWN = /^(?:[A-Za-z_]\w*(?::-.*)?|(?:secret|input):.+)$/s
/** Names that editors fill in themselves, and that are no environment variables. */
const EDITOR_NAMES =
  /^(file\w*|relativeFile\w*|cwd|execPath|lineNumber|columnNumber|selectedText|defaultBuildTask|userHome|workspaceFolder\w*|workspaceRoot\w*|pathSeparator|\/)$/

/** A file of somebody else can hold anything, and nobody writes more than this into one value. */
const LONGEST_CHARS = 64 * 1024
/** Nobody reads more about one server, nor more of one reference. */
export const MOST_NOTES = 50
const QUOTED_CHARS = 80

/** Translates where a definition may hold references; everything else stays as it is. */
export function translateValues(
  entry: Readonly<Record<string, unknown>>,
  context: ForeignContext,
  notes: string[]
): Record<string, unknown> {
  const translate = (value: unknown): unknown =>
    typeof value === 'string' ? translateText(value, context, notes) : value
  const translated = Object.entries(entry).map(([key, value]) => {
    if (/^(command|url|cwd|envFile)$/.test(key)) return [key, translate(value)] as const
    if (/^(auth|oauth)$/.test(key)) {
      return [key, filledTexts(value, (text) => translateText(text, context, notes))] as const
    }
    if (key === 'args' && Array.isArray(value)) return [key, value.map(translate)] as const
    if (/^(env|headers)$/.test(key) && isObject(value)) {
      const values = Object.entries(value).map(([name, each]) => [name, translate(each)] as const)
      return [key, Object.fromEntries(values)] as const
    }
    return [key, value] as const
  })
  return Object.fromEntries(translated)
}

function translateText(text: string, context: ForeignContext, notes: string[]): string {
  if (text.length > LONGEST_CHARS) {
    const count = text.length.toLocaleString('en-US')
    notes.push(
      `A value of ${count} characters is kept as it is: it is too long to be searched for variables.`
    )
    return text
  }
  const bare = context.format === 'gemini-cli' ? text.replace(/\$([A-Za-z_]\w*)/g, '${$1}') : text
  return piecesOf(bare)
    .map((piece) => {
      if (piece.kind === 'literal') return piece.text
      const written = piece.kind === 'reference' ? piece.reference.text : piece.text
      return translateReference(written, context, notes)
    })
    .join('')
}

function translateReference(written: string, context: ForeignContext, notes: string[]): string {
  const inside = written.slice('${'.length, -'}'.length)
  const [, variable] = /^env:([A-Za-z_]\w*)$/.exec(inside) ?? []
  if (variable !== undefined) return `\${${variable}}`
  const known = placeNamed(inside, context)
  if (known !== undefined) return known
  const isUnknown = EDITOR_NAMES.test(inside) || !OWN.test(inside)
  if (isUnknown && notes.length < MOST_NOTES) notes.push(unknownNote(written, inside))
  return written
}

function placeNamed(name: string, { projectFolder, home }: ForeignContext): string | undefined {
  const some = projectFolder ?? home
  switch (name) {
    case 'workspaceFolder':
    case 'workspaceRoot':
      return projectFolder
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
      return projectFolder?.split(/[\\/]/).findLast((part) => part !== '')
    case 'userHome':
      return home
    case 'pathSeparator':
    case '/':
      return some === undefined ? undefined : some.startsWith('/') ? '/' : '\\'
    default:
      return undefined
  }
}

function unknownNote(whole: string, name: string): string {
  const written = whole.length > QUOTED_CHARS ? `${whole.slice(0, QUOTED_CHARS)}…` : whole
  return /^workspace(Folder|Root)/.test(name)
    ? `${written} stands for a project folder, and which one is not known here: write the folder itself.`
    : `${written} means nothing here: write what it stands for.`
}
