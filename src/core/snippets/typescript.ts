/** A call as a program with the official TypeScript SDK. */
import { ExactNumber, numberFrom } from '../../shared/json/exact-number'
import { tokensOf } from '../../shared/json/json-place'
import { PROXY_WORDS } from '../../shared/servers/server-access'
import type { RemoteTransport } from '../../shared/servers/server-config'
import { isModernCall } from './frame'
import { withoutSecrets, type SafeDefinition, type Template } from './stand-ins'
import { notPossible, type SnippetRequest } from './snippet-request'

const REMOTE_CLASSES: Partial<Record<RemoteTransport, string>> = {
  'streamable-http': 'StreamableHTTPClientTransport',
  auto: 'StreamableHTTPClientTransport',
  sse: 'SSEClientTransport'
}

export function typescriptSnippet(wanted: SnippetRequest): string {
  const { tool, arguments: args, meta, timeoutMs, state, definition } = wanted
  if (definition.access?.signing) {
    throw notPossible(
      `${definition.name} takes signed requests, which the TypeScript SDK does not make. Copy it as a patchbay command instead.`
    )
  }
  if (definition.access?.auth?.inInitialize === true) {
    throw notPossible(
      `${definition.name} wants a token in initialize, which the TypeScript SDK does not send. Copy it as a patchbay command instead.`
    )
  }
  const { proxy, tls } = definition.access ?? {}
  const needed = [
    ...(proxy === undefined || PROXY_WORDS.has(proxy) ? [] : ['a proxy']),
    ...(tls === undefined ? [] : ['certificates'])
  ]
  if (needed.length > 0) {
    throw notPossible(
      `${definition.name} is reached with ${needed.join(' and ')} of its own, which the TypeScript SDK has no options for. Copy it as a patchbay command instead.`
    )
  }
  const { imports, transport } = transportOf(wanted)
  const mode = isModernCall(wanted) || state.phase !== 'ready' ? 'auto' : 'legacy'
  const params = [
    `name: ${JSON.stringify(tool)}`,
    `arguments: ${objectLiteral(args)}`,
    ...(meta ? [`_meta: ${objectLiteral(meta)}`] : [])
  ]
  const options = timeoutMs === undefined ? '' : `, { timeout: ${timeoutMs} }`
  return `${imports}

const client = new Client(
  { name: 'example', version: '1.0.0' },
  { versionNegotiation: { mode: '${mode}' } }
)
await client.connect(
  ${transport}
)
const result = await client.callTool({
  ${params.join(',\n  ')}
}${options})
console.log(JSON.stringify(result, null, 2))
await client.close()
`
}

function transportOf({ definition }: SnippetRequest): { imports: string; transport: string } {
  const safe = withoutSecrets(definition)
  if (definition.transport === 'stdio' || safe.kind === 'process') {
    const imports = [
      `import { Client } from '@modelcontextprotocol/client'`,
      `import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'`
    ]
    return { imports: imports.join('\n'), transport: processTransport(safe) }
  }
  const className = REMOTE_CLASSES[definition.transport]
  if (className === undefined) {
    throw notPossible(`The TypeScript SDK has no transport for ${definition.transport}.`)
  }
  const headers =
    safe.headers.length === 0
      ? ''
      : `, {\n    requestInit: { headers: ${tableLiteral(safe.headers)} }\n  }`
  return {
    imports: `import { Client, ${className} } from '@modelcontextprotocol/client'`,
    transport: `new ${className}(new URL(${templateLiteral(safe.url)})${headers})`
  }
}

function processTransport(safe: SafeDefinition): string {
  if (safe.kind !== 'process') return ''
  const { command, args, env, cwd } = safe
  const members = [
    `command: ${templateLiteral(command)}`,
    `args: [${args.map(templateLiteral).join(', ')}]`,
    ...(env.length > 0 ? [`env: ${tableLiteral(env)}`] : []),
    ...(cwd === undefined ? [] : [`cwd: ${JSON.stringify(cwd)}`])
  ]
  return `new StdioClientTransport({\n    ${members.join(',\n    ')}\n  })`
}

function tableLiteral(table: readonly (readonly [string, Template])[]): string {
  const members = table.map(([name, value]) => `${JSON.stringify(name)}: ${templateLiteral(value)}`)
  return `{ ${members.join(', ')} }`
}

function templateLiteral(template: Template): string {
  if (template.every((piece) => 'text' in piece)) {
    return JSON.stringify(template.map((piece) => piece.text).join(''))
  }
  const pieces = template.map((piece) => {
    if ('text' in piece) return piece.text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replace(/\r/g, '\\r')
    const name = JSON.stringify(piece.variable)
    return `\${process.env[${name}] ?? ${JSON.stringify(piece.fallback ?? '')}}`
  })
  return `\`${pieces.join('')}\``
}

/** JSON is a literal of JavaScript too, but for one key, which would change what the object is. */
function objectLiteral(value: object): string {
  const json = JSON.stringify(value, null, 2)
  if (/"__proto__"\s*:/.test(json)) return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
  return withExactNumbers(json).replaceAll('\n', '\n  ')
}

/** A program would change numbers of many digits, unless it is told to write them as they are. */
function withExactNumbers(json: string): string {
  let program = ''
  let taken = 0
  for (const { token, offset } of tokensOf(json)) {
    if (!/^[-\d]/.test(token) || !(numberFrom(token) instanceof ExactNumber)) continue
    program += `${json.slice(taken, offset)}JSON.rawJSON('${token}')`
    taken = offset + token.length
  }
  return program + json.slice(taken)
}
