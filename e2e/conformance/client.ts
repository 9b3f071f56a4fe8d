/**
 * The client that the conformance suite watches: opens the suite's server through the workbench and uses
 * it as a person would. Ends by itself, so a socket or a timer that is left behind is a failure too.
 */
import { isToolError, type Outcome } from '../../src/shared/calls/call'
import type { Catalogue } from '../../src/shared/calls/catalogue'
import { ServerId } from '../../src/shared/protocol/ids'
import { isObject, type JsonObject } from '../../src/shared/json/json'
import { WorkbenchError, WorkbenchErrorCode } from '../../src/shared/protocol/errors'
import type { EraChoice, RemoteDefinition } from '../../src/shared/servers/server-config'
import type { Inputs } from '../../src/core/conversation/input'
import { Workbench } from '../../src/core/workbench/workbench'
import type { SignIns } from '../../src/core/auth/sign-ins'
import { oauthFor, signInsFor } from './signing-in'
import { PLAIN_NETWORKS } from '../../src/core/network/networks'

type ToolCall = { readonly name: string; readonly arguments: JsonObject }

/** What a person would do with the server of each scenario, once it is open and listed. */
const USES: Readonly<Record<string, (server: OpenServer) => Promise<void>>> = {
  initialize: async () => {},
  'request-metadata': async () => {},
  'json-schema-ref-no-deref': async () => {},
  'json-schema-2020-12-preservation': echoSchema,
  tools_call: callEveryTool,
  'elicitation-sep1034-client-defaults': callEveryTool,
  'sse-retry': callEveryTool,
  'sep-2322-client-request-state': callEveryTool,
  'http-invalid-tool-headers': callEveryTool,
  'http-custom-headers': callAsTold,
  'http-standard-headers': useEverything
}

/** A person who takes what a form suggests, and fills in the rest. */
const INPUTS: Inputs = {
  capabilities: { elicitation: { form: {} } },
  handlers: {
    'elicitation/create': async ({ requestedSchema }) => ({
      action: 'accept',
      content: filledIn(requestedSchema)
    })
  }
}

const SERVER = ServerId.parse('conformance')
const MOST_SIGN_INS = 3

class OpenServer {
  constructor(private readonly workbench: Workbench) {}

  get catalogue(): Catalogue {
    return this.workbench.report(SERVER).catalogue
  }

  async call({ name, arguments: args }: ToolCall): Promise<void> {
    const { done } = await this.workbench.startCall(SERVER, name, args, { isForced: true })
    const { outcome } = await done
    expectResult(`tool ${name}`, outcome)
  }

  async read(uri: string): Promise<void> {
    const { outcome } = await this.workbench.readResource(SERVER, uri)
    expectResult(`resource ${uri}`, outcome)
  }

  async prompt(name: string): Promise<void> {
    const { outcome } = await this.workbench.getPrompt(SERVER, name, {})
    expectResult(`prompt ${name}`, outcome)
  }
}

/** All of them at once, so that what belongs to one must not get into another. */
async function callEveryTool(server: OpenServer): Promise<void> {
  const { tools } = server.catalogue
  if (tools.length === 0) throw new Error('The server has no tools.')
  await Promise.all(
    tools.map(({ name, inputSchema }) => server.call({ name, arguments: filledIn(inputSchema) }))
  )
}

async function callAsTold(server: OpenServer): Promise<void> {
  const { toolCalls } = contextOfSuite()
  if (!Array.isArray(toolCalls)) throw new Error('The suite does not say what to call.')
  for (const call of toolCalls as ToolCall[]) await server.call(call)
}

/** Sends the schema of one tool back as the argument of the other, which only looks at it. */
async function echoSchema(server: OpenServer): Promise<void> {
  const [focal, echo] = server.catalogue.tools
  if (!focal || !echo) throw new Error('The server has fewer than two tools.')
  await server.call({ name: echo.name, arguments: { schema: focal['inputSchema'] as JsonObject } })
}

async function useEverything(server: OpenServer): Promise<void> {
  await callEveryTool(server)
  const { resources, prompts } = server.catalogue
  for (const { uri } of resources) await server.read(uri)
  for (const { name } of prompts) await server.prompt(name)
}

function expectResult(what: string, outcome: Outcome | undefined): void {
  if (outcome?.kind === 'result' && !isToolError(outcome.result)) return
  throw new Error(`The ${what} ended with ${JSON.stringify(outcome)}`)
}

/** What is required, and what has a default: the default, or something of the right type. */
function filledIn(schema: unknown): JsonObject {
  const { properties, required } = isObject(schema) ? schema : {}
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name)
  const fields = Object.entries(isObject(properties) ? properties : {})
    .map(([name, field]): [string, Readonly<Record<string, unknown>>] => [
      name,
      isObject(field) ? field : {}
    ])
    .filter(([name, field]) => isRequired(name) || field['default'] !== undefined)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, field['default'] ?? example(field['type'])])
  ) as JsonObject
}

function example(type: unknown): string | number | boolean {
  if (type === 'number' || type === 'integer') return 1
  return type === 'boolean' ? true : 'text'
}

/** What a person would set: the newer era for a server that is known to speak it, else nothing. */
function eraOf(revision: string | undefined): EraChoice {
  return revision === '2026-07-28' ? 'modern' : 'auto'
}

function contextOfSuite(): Readonly<Record<string, unknown>> {
  const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}')
  return isObject(context) ? context : {}
}

function definitionFor(scenario: string): RemoteDefinition {
  const context = contextOfSuite() as Readonly<Record<string, string | undefined>>
  const oauth = oauthFor(scenario, context)
  return {
    id: SERVER,
    name: 'conformance',
    scope: 'command line',
    transport: 'streamable-http',
    url: process.argv.at(-1) ?? '',
    headers: {},
    settings: { era: eraOf(process.env['MCP_CONFORMANCE_PROTOCOL_VERSION']) },
    ...(oauth && { access: { oauth } })
  }
}

/** Signs in where the server wants it, also when it no longer takes what it took before. */
async function openSignedIn(
  workbench: Workbench,
  signIns: SignIns,
  definition: RemoteDefinition
): Promise<void> {
  for (let round = 1; round <= MOST_SIGN_INS; round++) {
    const failure = await failureToOpen(workbench)
    const { state } = signIns.of(definition)
    if (failure === undefined && state.phase !== 'needed') return
    await signIns.of(definition).signIn()
    if (failure === undefined) return workbench.list(SERVER, { isForced: true })
  }
  await workbench.open(SERVER)
}

/** Rejects for any other reason than that somebody has to sign in. */
async function failureToOpen(workbench: Workbench): Promise<WorkbenchError | undefined> {
  try {
    await workbench.open(SERVER)
    return undefined
  } catch (error) {
    const isOurs = error instanceof WorkbenchError && error.code === WorkbenchErrorCode.AuthRequired
    if (isOurs) return error
    throw error
  }
}

async function main(): Promise<void> {
  const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
  const isAuth = scenario.startsWith('auth/')
  const use = Object.hasOwn(USES, scenario) ? USES[scenario] : isAuth ? callEveryTool : undefined
  if (!use) throw new Error(`Nobody has said what to do in the scenario "${scenario}".`)
  const definition = definitionFor(scenario)
  const workbench: Workbench = new Workbench({
    networks: PLAIN_NETWORKS,
    servers: [definition],
    version: '0.0.0',
    inputs: INPUTS,
    remoteFor: (each) => ({ credentials: signIns.credentialsFor(each) })
  })
  const signIns = signInsFor(workbench.log)
  try {
    await openSignedIn(workbench, signIns, definition)
    await use(new OpenServer(workbench))
  } finally {
    await workbench.closeAll()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
