/** What the tests of the commands share: running them, and servers that are broken on purpose. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MemoryKeyring } from '../core/secrets/keyring-testing'
import { run } from './run'

export const folder = mkdtempSync(join(tmpdir(), 'patchbay-cli-'))

/** Of all commands that a test runs. */
export const keyring = new MemoryKeyring()

type HttpServer = { readonly url: string; readonly close: () => Promise<void> }
type Fixture = { startHttpFaults: (options: object) => Promise<HttpServer> }

const httpServers: HttpServer[] = []

export async function tidy(): Promise<void> {
  await Promise.all(httpServers.splice(0).map((server) => server.close()))
  rmSync(folder, { recursive: true })
}

/** The address of an HTTP server that is broken in the way that `mode` says. */
export async function startHttp(mode: string, options: object = {}): Promise<string> {
  const path = pathToFileURL(resolve('e2e/servers/http-faults.mjs')).href
  const fixture = (await import(/* @vite-ignore */ path)) as Fixture
  const server = await fixture.startHttpFaults({ mode, ...options })
  httpServers.push(server)
  return server.url
}

/** What is written after the options to start the server that is broken on purpose. */
export function faults(...args: readonly string[]): readonly string[] {
  const command = [process.execPath, resolve('e2e/servers/faults.mjs'), ...args]
  return ['--env', 'ELECTRON_RUN_AS_NODE=1', '--', ...command]
}

/** A file with one server, `mine`, that is broken so and has more in its definition. */
export function configWith(mode: string, more: object): string {
  const config = join(folder, `${mode}.json`)
  const [, , , command, ...args] = faults(mode)
  const mine = { command, args, env: { ELECTRON_RUN_AS_NODE: '1' }, ...more }
  writeFileSync(config, JSON.stringify({ mcpServers: { mine } }))
  return config
}

export async function patchbay(
  argv: readonly string[],
  interrupt: AbortSignal = new AbortController().signal,
  env: Readonly<Record<string, string>> = {},
  /** Told of what is said on stderr, at once. */
  onRemark: (text: string) => void = () => {},
  /** What somebody says who is there to be asked. */
  ask?: (question: string) => Promise<boolean>
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdout: string[] = []
  const stderr: string[] = []
  const output = {
    answer: (text: string) => void stdout.push(text),
    remark: (text: string) => {
      stderr.push(text)
      onRemark(text)
    },
    status: () => undefined
  }
  const kill = new AbortController().signal
  const code = await run(argv, {
    output,
    projectFolder: resolve('.'),
    profile: join(folder, 'profile'),
    keyring: async () => keyring,
    env,
    ...(ask && { ask }),
    interrupt,
    kill
  })
  return { code, stdout: stdout.join('\n'), stderr: stderr.join('\n') }
}

export async function json(
  argv: readonly string[],
  env?: Readonly<Record<string, string>>
): Promise<{ code: number; answer: unknown }> {
  const { code, stdout } = await patchbay(argv, undefined, env)
  return { code, answer: JSON.parse(stdout) }
}
