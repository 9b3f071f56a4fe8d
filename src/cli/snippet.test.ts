/** Call snippets for the command line, read by a real shell and run by the real command line. */
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { makeSnippet } from '../core/snippets/snippet'
import { AWKWARD, processOf, remoteOf, wantedCall } from '../core/snippets/snippet-testing'
import { readArguments } from './arguments/arguments'
import { json, tidy } from './testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

/** The words that a shell gives to `patchbay`, after its name. */
function wordsOf(snippet: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = `npx() { shift; for word in "$@"; do printf '%s\\0' "$word"; done; }\n${snippet}`
  const output = execFileSync('sh', ['-c', script], { env: { ...process.env, ...env } })
  return output.toString().split('\0').slice(0, -1)
}

const faultsDefinition = processOf({
  command: process.execPath,
  args: [resolve('e2e/servers/faults.mjs'), 'plain'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
  cwd: resolve('.')
})

describe('a snippet for the command line', () => {
  it('makes the same call, whatever is in its arguments', async () => {
    const text = Object.values(AWKWARD).map(String).join(' ')
    const wanted = wantedCall({ definition: faultsDefinition, arguments: { text } })
    const words = wordsOf(makeSnippet('cli', wanted))
    const argv = [...words.slice(0, 1), '--json', ...words.slice(1)]
    expect(await json(argv)).toMatchObject({
      code: 0,
      answer: { outcome: 'result', result: { content: [{ type: 'text', text }] } }
    })
  })

  it('names a server that the command line knows, and passes on what the call has', () => {
    const definition = { ...processOf(), name: "Ada's files", scope: 'project' } as const
    const snippet = makeSnippet(
      'cli',
      wantedCall({
        definition,
        projectFolder: '/home/ada/my project',
        meta: { trace: "it's" },
        timeoutMs: 5_000
      })
    )
    expect(readArguments(wordsOf(snippet))).toMatchObject({
      command: 'call',
      tool: 'echo',
      args: AWKWARD,
      meta: { trace: "it's" },
      server: { kind: 'configured', name: "Ada's files" },
      desk: { project: '/home/ada/my project' },
      overrides: { timeoutMs: 5_000 }
    })
  })

  it('names the profile where it is not the usual one', () => {
    const definition = { ...processOf(), scope: 'user' } as const
    const snippet = makeSnippet('cli', wantedCall({ definition, profile: "/tmp/ada's profile" }))
    expect(readArguments(wordsOf(snippet))).toMatchObject({
      desk: { profile: "/tmp/ada's profile" }
    })
  })

  it('has the word of the person where the command line would refuse it otherwise', () => {
    const words = wordsOf(makeSnippet('cli', wantedCall({ needsApproval: true })))
    expect(readArguments(words)).toMatchObject({ command: 'call', isApproved: true })
    expect(makeSnippet('cli', wantedCall())).not.toContain('--approve')
  })

  it('takes secrets from variables of the shell', () => {
    const definition = remoteOf({ headers: { Authorization: 'Bearer abcdef-0123456789-abcdef' } })
    const words = wordsOf(makeSnippet('cli', wantedCall({ definition })), {
      AUTHORIZATION: 'the token'
    })
    expect(readArguments(words)).toMatchObject({
      server: { kind: 'address', url: 'https://example.test/mcp' },
      overrides: { headers: { Authorization: 'Bearer the token' } }
    })
  })

  it('has what stands for a variable that is not set', () => {
    const fallback = 'it\'s $HOME "\\ `id`'
    const definition = processOf({ args: [`a\${PATCHBAY_UNSET:-${fallback}}z`] })
    expect(wordsOf(makeSnippet('cli', wantedCall({ definition }))).at(-1)).toBe(`a${fallback}z`)
  })
})
