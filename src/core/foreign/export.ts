/** Servers as another tool would have them in its file. What cannot be said there is noted. */
import {
  FORMAT_TITLES,
  type ConfigFormat,
  type ExportedText
} from '../../shared/servers/configuration'
import { fromJson, isObject } from '../../shared/json/json'
import { filledTexts } from '../references/access-texts'
import { accessFor } from './export-access'
import { DIALECTS, type Dialect, type Entry } from './export-dialects'
import { tellingPlacesOf } from '../hiding/hiding'
import { piecesOf, referencesIn, type Reference } from '../references/references'
import { TRANSPORT_WORDS } from '../address/remote-address'
import { replaceSecrets, withTextAt } from '../hiding/replace-secrets'

export type ExportOptions = {
  /** Whether values that may be secret are written out. */
  readonly hasValues: boolean
  /** Declarations of inputs that definitions may ask for. */
  readonly inputs: readonly unknown[]
}
type Named = { readonly name: string; readonly value: unknown }

export function exportServers(
  format: ConfigFormat,
  servers: readonly Named[],
  options: ExportOptions
): ExportedText {
  const exporting = new Exporting(format, options)
  const entries = namedApart(servers, exporting.notes).map(
    ({ name, value }) => [name, exporting.entryOf(name, value)] as const
  )
  const inputs = exporting.inputsFor(entries.map(([, entry]) => entry))
  const document = {
    ...(inputs.length > 0 && { inputs }),
    [exporting.key]: Object.fromEntries(entries)
  }
  return {
    text: `${JSON.stringify(document, null, 2)}\n`,
    notes: [...exporting.notes]
  }
}

/** Servers of several scopes may have one name; a file has room for one of each. */
function namedApart(servers: readonly Named[], notes: Set<string>): readonly Named[] {
  const names = new Set(servers.map(({ name }) => name))
  const used = new Set<string>()
  return servers.map(({ name, value }) => {
    let own = name
    for (let count = 2; used.has(own) || (own !== name && names.has(own)); count += 1) {
      own = `${name}-${count}`
    }
    used.add(own)
    if (own !== name) notes.add(`There are several servers ${name}; one of them is called ${own}.`)
    return { name: own, value }
  })
}

class Exporting {
  readonly notes = new Set<string>()
  readonly key: string
  private readonly dialect: Dialect | undefined
  private readonly title: string
  /** Inputs that stand for secrets, by id. */
  private readonly madeInputs = new Map<string, string>()

  constructor(
    format: ConfigFormat,
    private readonly options: ExportOptions
  ) {
    this.dialect = format === 'patchbay' ? undefined : DIALECTS[format]
    this.key = this.dialect?.key ?? 'mcpServers'
    this.title = FORMAT_TITLES[format]
  }

  entryOf(name: string, value: unknown): unknown {
    if (!isObject(value)) {
      this.notes.add(`${name} is not a definition and was written as it is.`)
      return value
    }
    const standIns: string[] = []
    const safe = this.options.hasValues ? value : this.withoutSecrets(name, value, standIns)
    if (!this.dialect) return withStandIns(safe, standIns)
    const shaped = this.shapedFor(this.dialect, name, safe)
    return withStandIns(this.withReferences(this.dialect, name, shaped), standIns)
  }

  inputsFor(entries: readonly unknown[]): readonly unknown[] {
    if (this.dialect && !this.dialect.hasInputs) return []
    const asked = referencesIn(JSON.stringify(entries)).filter(({ kind }) => kind === 'input')
    const declared = new Map(
      this.options.inputs.flatMap((input) =>
        isObject(input) && typeof input['id'] === 'string' ? [[input['id'], input] as const] : []
      )
    )
    return [...new Set(asked.map(({ name }) => name))].flatMap((id) => {
      const made = this.madeInputs.get(id)
      if (made !== undefined) return [promptFor(id, made, true)]
      const known = declared.get(id)
      if (known) return [this.options.hasValues ? known : this.withoutDefault(id, known)]
      return this.dialect ? [promptFor(id, id, false)] : []
    })
  }

  /** What is never shown may still be written as what an input begins with. */
  private withoutDefault(id: string, input: Entry): Entry {
    const { default: value, ...rest } = input
    if (input['password'] !== true || value === undefined) return input
    this.notes.add(`The default of the input ${id} may be secret and is not in it.`)
    return rest
  }

  private shapedFor(dialect: Dialect, name: string, value: Entry): Entry {
    const { transport, type, url, disabled, ...rest } = value
    const said = transport ?? type
    const word = wordOf(said)
    const isRemote = url !== undefined
    if (isRemote) this.noteTransport(dialect, name, word)
    const way = isRemote ? dialect.address(url, word) : dialect.process
    const isOff = disabled === true
    const off = !isOff
      ? []
      : dialect.known.includes('enabled')
        ? [['enabled', false]]
        : [['disabled', true]]
    const { auth, oauth, headers, ...others } = rest
    const access = isRemote
      ? accessFor(dialect.access, { auth, oauth, headers })
      : { fields: {}, unknown: [] }
    const entries = isRemote ? { ...others, ...access.fields } : rest
    const kept = Object.entries(entries).filter(([key]) => key !== 'enabled')
    const known = [...dialect.known, ...Object.keys(access.fields)]
    const unknown = [
      ...[...kept.map(([key]) => key), ...(isOff ? ['disabled'] : [])].filter(
        (key) => !known.includes(key)
      ),
      ...access.unknown
    ]
    if (unknown.length > 0) {
      const fields = unknown.map((key) => `"${key}"`).join(', ')
      this.notes.add(
        `${name}: ${this.title} does not know ${fields}. Kept, but without effect there.`
      )
    }
    return Object.fromEntries([...way, ...kept, ...off] as [string, unknown][])
  }

  private noteTransport(dialect: Dialect, name: string, word: string): void {
    if (dialect.transports.includes(word)) return
    if (dialect.transports.length === 0) {
      this.notes.add(
        `${name}: ${this.title} takes only processes from its file; add the address there as a connector.`
      )
    } else if (word === 'auto') {
      this.notes.add(
        `${name}: ${this.title} has to be told the transport. It is told http; change it if the server speaks another.`
      )
    } else {
      this.notes.add(`${name}: ${this.title} does not know the transport ${word}.`)
    }
  }

  /** Rewrites references the way the tool writes them, in the fields that may hold some. */
  private withReferences(dialect: Dialect, name: string, entry: Entry): Entry {
    const rewrite = (text: string): string =>
      piecesOf(text)
        .map((piece) =>
          piece.kind === 'reference' ? this.referenceIn(dialect, name, piece.reference) : piece.text
        )
        .join('')
    const isFilled = (key: string): boolean =>
      /^(command|args|env|headers|url|httpUrl|serverUrl|auth|oauth)$/.test(key)
    return Object.fromEntries(
      Object.entries(entry).map(([key, value]) => [
        key,
        isFilled(key) ? filledTexts(value, rewrite) : value
      ])
    )
  }

  private referenceIn(dialect: Dialect, server: string, reference: Reference): string {
    const { kind, name, fallback } = reference
    if (kind === 'input' && dialect.hasInputs) return `\${input:${name}}`
    if (kind === 'secret' && dialect.hasInputs) {
      this.notes.add(`${server}: ${this.title} will ask for the secret ${name}.`)
      return this.inputFor(name, `${name} (${server})`)
    }
    const variable = kind === 'variable' ? name : variableName(name)
    if (kind !== 'variable') {
      this.notes.add(
        `${server}: ${this.title} has no ${kind}s; the ${kind} ${name} is the variable ${variable} there.`
      )
    }
    if (fallback !== undefined && dialect.variables === 'env') {
      this.notes.add(
        `${server}: ${this.title} has no defaults for variables; the one of ${name} was left out.`
      )
    }
    return this.variable(dialect, server, variable, fallback)
  }

  private variable(dialect: Dialect, server: string, name: string, fallback?: string): string {
    switch (dialect.variables) {
      case 'env':
        return `\${env:${name}}`
      case 'none':
        this.notes.add(
          `${server}: ${this.title} fills in no variables; put the value in the place of \${${name}}.`
        )
        break
      case 'plain':
        break
    }
    return fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`
  }

  private inputFor(id: string, description: string): string {
    this.madeInputs.set(id, description)
    return `\${input:${id}}`
  }

  /** Marks what is to be replaced, because the tool's own references must not be rewritten again. */
  private withoutSecrets(name: string, entry: Entry, standIns: string[]): Entry {
    const refer = (field: string): string => {
      standIns.push(this.standIn(name, field))
      return `\0${standIns.length - 1}\0`
    }
    const replaced = replaceSecrets(entry, refer, tellingPlacesOf(entry))
    if (replaced.length > 0) {
      const fields = replaced.map(({ path }) => path.join('.')).join(', ')
      this.notes.add(`${name}: values that may be secret are not in it: ${fields}.`)
    }
    return replaced.reduce<Entry>((current, { path, text }) => {
      const next = withTextAt(current, path, text)
      return isObject(next) ? next : current
    }, entry)
  }

  private standIn(server: string, field: string): string {
    if (!this.dialect) return `\${secret:${plainName(`${server}-${field}`)}}`
    // Names of variables tell what they are for; headers and parameters of many servers are alike.
    const variable = variableName(/^[A-Z][A-Z0-9_]*$/.test(field) ? field : `${server}_${field}`)
    if (!this.dialect.hasInputs) return this.variable(this.dialect, server, variable)
    return this.inputFor(plainName(`${server}-${field}`), `${field} of ${server}`)
  }
}

function withStandIns(entry: Entry, standIns: readonly string[]): unknown {
  if (standIns.length === 0) return entry
  const json = JSON.stringify(entry, (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/\0(\d+)\0/g, (mark, index) => standIns[Number(index)] ?? String(mark))
      : value
  )
  return fromJson(json)
}

function promptFor(id: string, description: string, isSecret: boolean): Entry {
  return { type: 'promptString', id, description, ...(isSecret && { password: true }) }
}

function wordOf(said: unknown): string {
  if (typeof said !== 'string') return 'auto'
  return Object.hasOwn(TRANSPORT_WORDS, said)
    ? TRANSPORT_WORDS[said as keyof typeof TRANSPORT_WORDS]
    : said
}

function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9_.-]+/g, '-')
}

function variableName(name: string): string {
  const plain = name.replace(/\W+/g, '_')
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
}
