/** What recordings of the command line say has to be what was on the wire. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { expect, test } from './fixtures'

/** Calls itself by the beginning of its last argument, and answers as its first argument says. */
const SERVER = `
import { createInterface } from 'node:readline'
const [answer, name] = process.argv.slice(2)
const initialize = JSON.stringify({
  protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name, version: '1' }
})
const tools = '{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}'
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const results = { initialize, 'tools/list': tools, 'tools/call': answer }
  const what = results[method] ? '"result":' + results[method] : '"error":{"code":-32601,"message":"no"}'
  process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',' + what + '}\\n')
})
`

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

function patchbay(folder: string, ...args: readonly string[]): Promise<Ran> {
  const { FORCE_COLOR: _force, ...inherited } = process.env
  const env = { ...inherited, XDG_CONFIG_HOME: folder }
  return new Promise((resolve) => {
    const program = join(root, 'bin/patchbay')
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
    )
  })
}

function serverIn(folder: string): string {
  const file = join(folder, 'server.mjs')
  writeFileSync(file, SERVER)
  return file
}

function rawsIn(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.flatMap((line) => (JSON.parse(line) as { raw?: string }).raw ?? [])
}

test('a recording shows what an ordinary argument has in common with a frame', async ({
  profile
}) => {
  const recording = join(profile, 'traffic.jsonl')
  const answer = '{"content":[{"type":"text","text":"hidden-wire-12345-10"}]}'
  const { code, stderr } = await patchbay(
    ...[profile, 'call', 'go', '--approve', '--traffic', recording],
    ...['--', process.execPath, serverIn(profile), answer, 'hidden-wire', 'hidden-wire-12345-10']
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const raws = rawsIn(recording).join('\n')
  expect(raws).toContain('"serverInfo":{"name":"hidden-wire","version":"1"}')
  expect(raws).toContain(answer)
  expect(raws).not.toContain('•••')
})
