import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import type { StdioDefinition } from '../../shared/servers/server-config'
import { ServerId } from '../../shared/protocol/ids'
import { builtInServers } from '../foreign/built-in-servers'
import { Workbench } from '../workbench/workbench'
import { isAlive } from '../process/process-testing'
import { PLAIN_NETWORKS } from '../network/networks'

const resources = join(import.meta.dirname, '../../../resources')
const demo = ServerId.parse('demo')
const open: Workbench[] = []

/** A workbench with the demo server and whatever else a test brings, all real processes. */
function workbench(...more: readonly Partial<StdioDefinition>[]): Workbench {
  const [builtIn] = builtInServers(resources)
  if (builtIn?.transport !== 'stdio') throw new Error('there is no built-in server')
  const once = { ...builtIn, settings: { maxRestarts: 0 } }
  const servers = [once, ...more.map((one) => ({ ...once, ...one }))]
  const made = new Workbench({ networks: PLAIN_NETWORKS, servers, version: '0' })
  open.push(made)
  return made
}

/** A server that is one line of JavaScript. */
function script(source: string, name = 'script'): Partial<StdioDefinition> {
  return { id: ServerId.parse(name), name, args: ['-e', source] }
}

/** Source of a server that shakes hands, and does nothing else. */
function handshake(capabilities: object): string {
  const serverInfo = { name: 'script', version: '0' }
  const result = JSON.stringify({ protocolVersion: '2025-11-25', capabilities, serverInfo })
  return `process.stdin.on("data", (line) => { if (String(line).includes('"initialize"'))
    console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: ${result} })) });`
}

async function call(bench: Workbench, tool: string, args = {}, timeoutMs?: number): Promise<Call> {
  const { done } = await bench.startCall(demo, tool, args, { timeoutMs })
  return done
}

function pidOf(bench: Workbench, serverId: ServerId): number {
  const { state } = bench.report(serverId)
  if (state.phase !== 'ready' || state.pid === undefined) throw new Error('has no process')
  return state.pid
}

afterEach(async () => {
  for (const bench of open) bench.killAll()
  await Promise.all(open.splice(0).map((bench) => bench.closeAll()))
})

describe('a session', () => {
  it('shakes hands, lists every page of tools, and says who the server is', async () => {
    const bench = workbench()
    await bench.open(demo)
    const { state, catalogue } = bench.report(demo)
    expect(state).toMatchObject({
      phase: 'ready',
      protocolVersion: '2025-11-25',
      server: { name: 'patchbay-demo', title: 'Patchbay demo server' }
    })
    expect(catalogue.tools.length).toBeGreaterThan(10)
    expect(catalogue.findings).toEqual([])
  })

  it('writes down both frames of a call, paired', async () => {
    const bench = workbench()
    await bench.open(demo)
    const done = await call(bench, 'echo', { message: 'hi' })
    const [request, answer] = [done.requestSeq, done.answerSeq].map((seq) =>
      bench.log.entry(seq ?? 0)
    )
    expect(request).toMatchObject({ origin: 'workbench', method: 'tools/call', target: 'echo' })
    expect(answer).toMatchObject({ origin: 'server', kind: 'result', answers: request?.seq })
    expect(JSON.parse(bench.log.raw(answer?.seq ?? 0) ?? '')).toMatchObject({
      result: { content: [{ type: 'text', text: 'hi' }] }
    })
  })

  it('leaves no process behind when it is closed', async () => {
    const bench = workbench()
    await bench.open(demo)
    const pid = pidOf(bench, demo)
    await bench.close(demo)
    expect(isAlive(pid)).toBe(false)
    expect(bench.report(demo).state).toEqual({ phase: 'idle' })
  })

  it('can be closed while it starts', async () => {
    const bench = workbench(
      script('setInterval(() => {}, 1000); process.stdin.resume().on("end", () => process.exit())')
    )
    const id = ServerId.parse('script')
    const opening = bench.open(id)
    const refusal = expect(opening).rejects.toThrow()
    await bench.close(id)
    await refusal
    expect(bench.report(id).state).toEqual({ phase: 'idle' })
  })
})

describe('opening and closing', () => {
  it('opens once, however often it is asked to while the last session ends', async () => {
    const deaf = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);'
    const bench = workbench(script(deaf + handshake({})))
    const id = ServerId.parse('script')
    await bench.open(id)
    const first = pidOf(bench, id)
    const closing = bench.close(id)
    process.kill(first, 'SIGKILL')
    await Promise.all([closing, bench.open(id), bench.open(id)])
    const started = bench.log.tail(50).filter(({ text }) => text?.startsWith('Started'))
    expect(started).toHaveLength(2)
  })

  it('refuses to open anything once it is quitting', async () => {
    const bench = workbench()
    await bench.closeAll()
    await expect(bench.open(demo)).rejects.toThrow('Patchbay is quitting.')
  })

  it('fails to open when the server dies while its tools are listed', async () => {
    const bench = workbench(
      script(`${handshake({ tools: {} })} process.stdin.on("data", (line) => {
        if (String(line).includes("tools/list")) process.exit(4) })`)
    )
    const id = ServerId.parse('script')
    await expect(bench.open(id)).rejects.toThrow('script is gone. Exited with code 4.')
  })

  it('says that the server stopped reading, when that is why a call is lost', async () => {
    const bench = workbench(
      script(`${handshake({})} setInterval(() => {}, 1000); process.stdin.on("data", (line) => {
        if (String(line).includes("initialized")) require("fs").closeSync(0) })`)
    )
    const id = ServerId.parse('script')
    await bench.open(id)
    const { done } = await bench.startCall(id, 'x', { pad: 'x'.repeat(1_000_000) })
    expect((await done).outcome).toMatchObject({
      kind: 'connection-lost',
      reason: 'The server no longer reads what is sent to it.'
    })
  })
})

describe('a call', () => {
  it('loses no progress, even when it arrives together with the answer', async () => {
    const bench = workbench()
    await bench.open(demo)
    const done = await call(bench, 'count-to', { steps: 500, pauseMs: 0 })
    expect(done).toMatchObject({ progressCount: 500, progress: { progress: 500, total: 500 } })
  })

  it('ends at once when it is cancelled, and the server is told', async () => {
    const bench = workbench()
    await bench.open(demo)
    const { call: started, done } = await bench.startCall(demo, 'wait', { seconds: 60 })
    bench.cancelCall(started.id)
    expect((await done).outcome).toEqual({ kind: 'cancelled' })
    const methods = bench.log.tail(5).map(({ method }) => method)
    expect(methods).toContain('notifications/cancelled')
    expect((await call(bench, 'echo', { message: 'still here' })).outcome?.kind).toBe('result')
  })

  it('ends when the server never answers', async () => {
    const bench = workbench()
    await bench.open(demo)
    const done = await call(bench, 'break-silence', {}, 50)
    expect(done.outcome).toEqual({ kind: 'timeout', afterMs: 50 })
  })

  it('has an error answer as its outcome, like any other', async () => {
    const bench = workbench()
    await bench.open(demo)
    const unknown = await call(bench, 'no-such-tool')
    expect(unknown.outcome).toEqual({
      kind: 'error',
      error: { code: -32602, message: 'Unknown tool: no-such-tool' }
    })
    const broken = await call(bench, 'break-with-error', { code: -32000, message: 'no' })
    expect(broken.outcome).toEqual({
      kind: 'error',
      error: { code: -32000, message: 'no', data: { asked: true } }
    })
  })

  it('shows a result that does not fit its output schema', async () => {
    const bench = workbench()
    await bench.open(demo)
    const done = await call(bench, 'break-output-schema')
    expect(done.outcome).toMatchObject({
      kind: 'result',
      result: { structuredContent: { city: 7, celsius: 'warm' } }
    })
  })

  it('is lost, with the exit code, when the server dies; its last words are kept', async () => {
    const bench = workbench()
    await bench.open(demo)
    const done = await call(bench, 'break-server', { code: 7 })
    expect(done.outcome).toMatchObject({
      kind: 'connection-lost',
      reason: 'The server exited with code 7 before it answered.'
    })
    expect(bench.report(demo).state).toMatchObject({
      phase: 'failed',
      blame: 'server',
      reason: 'demo is gone. Exited with code 7.',
      lastStderr: expect.arrayContaining(['demo: out of cheese, giving up']) as unknown
    })
    expect(bench.report(demo).catalogue.tools.length).toBeGreaterThan(10)
  })

  it('goes on past a line on stdout that is not a frame', async () => {
    const bench = workbench()
    await bench.open(demo)
    const done = await call(bench, 'break-stdout', { line: 'listening on 3000' })
    expect(done.outcome?.kind).toBe('result')
    expect(bench.log.tail(10).find(({ kind }) => kind === 'noise')).toMatchObject({
      text: 'listening on 3000',
      violations: [{ rule: 'stdout-noise' }]
    })
  })

  it('opens the server when it is the first', async () => {
    expect((await call(workbench(), 'echo', { message: 'hi' })).outcome?.kind).toBe('result')
  })
})

describe('a server that cannot be opened', () => {
  async function fail(definition: Partial<StdioDefinition>) {
    const id = ServerId.parse('broken')
    const bench = workbench({ ...definition, id, name: 'broken' })
    const message = await bench.open(id).then(
      () => 'opened',
      (error: Error) => error.message
    )
    const { state } = bench.report(id)
    return { message, state }
  }

  it('says which command was not found', async () => {
    const { message, state } = await fail({ command: 'no-such-command-here', args: [] })
    expect(message).toMatch(
      /^Cannot start broken: the command "no-such-command-here" was not found/
    )
    expect(state).toMatchObject({ phase: 'failed', tier: 'transport', blame: 'definition' })
  })

  it('says which folder is missing', async () => {
    const { message } = await fail({ cwd: '/no/such/folder' })
    expect(message).toBe('Cannot start broken: its folder "/no/such/folder" does not exist.')
  })

  it('says which file is not executable', async () => {
    const { message } = await fail({ command: join(resources, 'demo-server/index.mjs'), args: [] })
    expect(message).toMatch(/^Cannot start broken: ".*index\.mjs" is not executable\.$/)
  })

  it('says that the server exited before the handshake, with its last words', async () => {
    const { message, state } = await fail(script('console.error("no key"); process.exit(3)'))
    expect(message).toBe('The server exited with code 3 before the handshake was done.')
    expect(state).toMatchObject({ phase: 'failed', blame: 'server', lastStderr: ['no key'] })
  })

  it('shows the error the server answered initialize with', async () => {
    const error = '{code:-32603,message:"not today"}'
    const { message, state } = await fail(
      script(`process.stdin.on("data", (line) => { const { id } = JSON.parse(line)
        console.log(JSON.stringify({ jsonrpc: "2.0", id, error: ${error} })) })`)
    )
    expect(message).toBe(
      'broken refused initialize. The server answered with error -32603 (Internal error): not today'
    )
    expect(state).toMatchObject({ tier: 'protocol', blame: 'server' })
  })
})
