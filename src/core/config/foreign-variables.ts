/** References to variables as other tools write them. What they stand for is not looked up. */
import type { ConfigFormat } from '../../shared/configuration'
import { isObject } from '../../shared/json'

export type ForeignContext = {
  readonly format?: ConfigFormat
  readonly projectFolder?: string
  readonly home?: string
}

const OWN = /^(?:[A-Za-z_]\w*(?::-.*)?|(?:secret|input):.+)$/s
/** Names that editors fill in themselves, and that are no environment variables. */
const EDITOR_NAMES =
  /^(file\w*|relativeFile\w*|cwd|execPath|lineNumber|columnNumber|selectedText|defaultBuildTask|userHome|workspaceFolder\w*|workspaceRoot\w*|pathSeparator|\/)$/

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
  const bare = context.format === 'gemini-cli' ? text.replace(/\$([A-Za-z_]\w*)/g, '${$1}') : text
  return bare.replace(/\$\{([^}]*)\}/g, (written: string, inside: string) => {
    const [, variable] = /^env:([A-Za-z_]\w*)$/.exec(inside) ?? []
    if (variable !== undefined) return `\${${variable}}`
    const known = placeNamed(inside, context)
    if (known !== undefined) return known
    if (EDITOR_NAMES.test(inside) || !OWN.test(inside)) notes.push(unknownNote(written, inside))
    return written
  })
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

function unknownNote(written: string, name: string): string {
  return /^workspace(Folder|Root)/.test(name)
    ? `${written} stands for a project folder, and which one is not known here: write the folder itself.`
    : `${written} means nothing here: write what it stands for.`
}
