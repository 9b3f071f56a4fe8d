/** `server.json`, as servers are published in the MCP registry: each way to get one is an entry. */
import { isObject } from '../../shared/json/json'

export type ManifestServer = {
  readonly name: string
  readonly entry: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
}

type Json = Readonly<Record<string, unknown>>

export function isManifest(value: unknown): value is Json {
  const manifest = unwrap(value)
  if (!isObject(manifest) || typeof manifest['name'] !== 'string') return false
  if ('command' in manifest || 'url' in manifest) return false
  return Array.isArray(manifest['packages']) || Array.isArray(manifest['remotes'])
}

/** Answers of the registry's API hold it as `server`. */
function unwrap(value: unknown): unknown {
  return isObject(value) && isObject(value['server']) ? value['server'] : value
}

export function serversOfManifest(value: Json): readonly ManifestServer[] {
  const manifest = unwrap(value) as Json
  const short = textOf(manifest, 'name')?.split('/').at(-1) ?? 'server'
  const base = short.replace(/(.)[-_]mcp$|^mcp[-_](?:server[-_])?(.)/, '$1$2') || short
  const description = textOf(manifest, 'description')
  const ways = [
    ...objectsIn(manifest, 'packages').map(wayOfPackage),
    ...objectsIn(manifest, 'remotes').map(wayOfRemote)
  ]
  const names = new Set<string>()
  return ways.map(({ kind, entry, notes }, index) => {
    const name = uniqueName(index === 0 ? base : `${base}-${kind}`, names)
    names.add(name)
    const described = description === undefined ? entry : { ...entry, description }
    return { name, entry: described, notes }
  })
}

function uniqueName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}-${count}`
  return name
}

type Way = { readonly kind: string; readonly entry: Json; readonly notes: readonly string[] }

function wayOfPackage(each: Json): Way {
  const notes: string[] = []
  const kind = textOf(each, 'registryType', 'registry_type', 'registry_name') ?? 'package'
  const identifier = textOf(each, 'identifier', 'name')
  const version = textOf(each, 'version')
  const env = environmentOf(each, notes)
  const start = identifier === undefined ? undefined : starterOf(kind, identifier, version)
  if (!start) {
    notes.push(
      `Packages of the kind "${kind}" cannot be started by a command: it cannot be imported.`
    )
    return { kind, entry: { package: each }, notes }
  }
  const own = argumentsOf(each, notes, 'packageArguments', 'package_arguments')
  const forRunner = argumentsOf(each, notes, 'runtimeArguments', 'runtime_arguments')
  const names = Object.keys(env).flatMap((name) => (start.isContainer ? ['-e', name] : []))
  const between = forRunner.filter((word) => !start.before.includes(word))
  const args = [...start.before, ...between, ...names, start.package, ...own]
  const hasEnv = Object.keys(env).length > 0
  if (!/.(@|:|==)/.test(start.package.slice(Math.max(0, start.package.lastIndexOf('/'))))) {
    notes.push('The package has no version: whatever is newest would run.')
  }
  noteOtherTransport(each, notes)
  const command = textOf(each, 'runtimeHint', 'runtime_hint') ?? start.command
  return { kind, entry: { command, args, ...(hasEnv && { env }) }, notes }
}

function starterOf(kind: string, identifier: string, version: string | undefined) {
  const joined = (mark: string): string =>
    version === undefined || version === 'latest' ? identifier : `${identifier}${mark}${version}`
  switch (kind) {
    case 'npm':
      return { command: 'npx', before: ['-y'], package: joined('@'), isContainer: false }
    case 'pypi':
      return { command: 'uvx', before: [], package: joined('=='), isContainer: false }
    case 'nuget':
      return { command: 'dnx', before: ['--yes'], package: joined('@'), isContainer: false }
    case 'oci':
    case 'docker': {
      const hasTag = /[:@]/.test(identifier.slice(identifier.lastIndexOf('/') + 1))
      const image = hasTag ? identifier : joined(':')
      return { command: 'docker', before: ['run', '-i', '--rm'], package: image, isContainer: true }
    }
    default:
      return undefined
  }
}

function noteOtherTransport(each: Json, notes: string[]): void {
  const { transport } = each
  const type = isObject(transport) ? textOf(transport, 'type') : undefined
  if (type !== undefined && type !== 'stdio') {
    notes.push(`Once started, it is reached by ${type} and not through its process.`)
  }
}

function wayOfRemote(remote: Json): Way {
  const notes: string[] = []
  const type = textOf(remote, 'type', 'transport_type', 'transport')
  const url = withVariables(textOf(remote, 'url') ?? '', remote['variables'])
  const headers = Object.fromEntries(
    objectsIn(remote, 'headers').flatMap((header) => valueNamed(header, notes))
  )
  const hasHeaders = Object.keys(headers).length > 0
  const said = type === undefined ? {} : { type: type === 'streamable-http' ? 'http' : type }
  return {
    kind: type === 'sse' ? 'sse' : 'remote',
    entry: { ...said, url, ...(hasHeaders && { headers }) },
    notes
  }
}

function environmentOf(each: Json, notes: string[]): Record<string, string> {
  const declared = [
    ...objectsIn(each, 'environmentVariables'),
    ...objectsIn(each, 'environment_variables')
  ]
  return Object.fromEntries(declared.flatMap((variable) => valueNamed(variable, notes)))
}

/** A fixed value, or a reference by the same name. Optional ones with no value are left out. */
function valueNamed(input: Json, notes: string[]): [string, string][] {
  const name = textOf(input, 'name')
  if (name === undefined) return []
  const value = textOf(input, 'value')
  if (value !== undefined) return [[name, withVariables(value, input['variables'])]]
  const fallback = textOf(input, 'default')
  const variable = variableName(name)
  if (fallback !== undefined) return [[name, `\${${variable}:-${fallback.replaceAll('}', '')}}`]]
  if (input['isRequired'] === false || input['is_required'] === false) {
    notes.push(`${name} is optional and left out.`)
    return []
  }
  return [[name, `\${${variable}}`]]
}

function argumentsOf(each: Json, notes: string[], ...keys: string[]): readonly string[] {
  return keys
    .flatMap((key) => objectsIn(each, key))
    .flatMap((argument) => {
      const name = textOf(argument, 'name')
      const hint = textOf(argument, 'valueHint', 'value_hint') ?? name
      const written = textOf(argument, 'value', 'default')
      const isNeeded = argument['isRequired'] === true || argument['is_required'] === true
      const isNamed = argument['type'] === 'named' && name !== undefined
      if (written === undefined && !isNeeded && (!isNamed || hint !== name)) {
        if (hint !== undefined) notes.push(`The argument ${hint} is optional and left out.`)
        return []
      }
      const needed = isNeeded && hint !== undefined ? `\${${variableName(hint)}}` : undefined
      const value = written === undefined ? needed : withVariables(written, argument['variables'])
      return [...(isNamed ? [name] : []), ...(value === undefined ? [] : [value])]
    })
}

/** `{name}` in a value stands for one of its variables. */
function withVariables(text: string, variables: unknown): string {
  return text.replace(/(?<!\$)\{([\w-]+)\}/g, (written: string, name: string) => {
    const declared =
      isObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined
    const fallback = isObject(declared) ? textOf(declared, 'value', 'default') : undefined
    return isObject(declared) ? (fallback ?? `\${${variableName(name)}}`) : written
  })
}

function variableName(name: string): string {
  const plain = name.replace(/^-+/, '').replace(/\W/g, '_')
  const upper = /[A-Z]/.test(plain) ? plain : plain.toUpperCase()
  return /^\d/.test(upper) ? `_${upper}` : upper
}

function objectsIn(object: Json, key: string): readonly Json[] {
  const value = object[key]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The first of these that is text. */
function textOf(object: Json, ...keys: readonly string[]): string | undefined {
  const values = keys.map((key) => object[key])
  return values.find((value): value is string => typeof value === 'string')
}
