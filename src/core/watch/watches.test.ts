import { mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { edited, serverScript, SERVER, temporaryFolder, watched, write } from './watch-testing'

vi.setConfig({ testTimeout: 60_000 })
const eventually = { timeout: 30_000, interval: 20 }

/** Begins when a file is there. */
function waitingFor(path: string): string {
  return `
import { existsSync } from 'node:fs'
while (!existsSync(${JSON.stringify(path)})) await new Promise((done) => setTimeout(done, 10))
`
}

describe('a server that is watched', () => {
  it('is started again when its script changes, and says what is different', async () => {
    const script = join(temporaryFolder(), 'server.mjs')
    write(script, serverScript(['one', 'two']))
    const { workbench, watches, report } = watched(script)
    await workbench.open(SERVER)
    await watches.look()
    watches.set(SERVER, 0)
    expect(report()?.target).toEqual({ kind: 'file', path: script })
    write(script, serverScript(['two', 'three']))
    await vi.waitFor(() => expect(report()?.last?.phase).toBe('ready'), eventually)
    expect(report()?.last).toMatchObject({ file: 'server.mjs', changes: 2 })
    expect(report()?.last?.rerun).toBeUndefined()
    const { state, catalogue } = workbench.report(SERVER)
    expect(state.phase).toBe('ready')
    expect(catalogue.tools.map(({ name }) => name)).toEqual(['two', 'three'])
  })

  it('makes the last call again when that is wanted', async () => {
    const script = join(temporaryFolder(), 'server.mjs')
    write(script, serverScript(['one'], 'before'))
    const { workbench, watches, report } = watched(script)
    const started = await workbench.startCall(SERVER, 'one', { a: 1 }, { meta: { b: 2 } })
    const before = await started.done
    await watches.look()
    watches.set(SERVER, 0)
    watches.setRerunning(SERVER, true)
    write(script, serverScript(['one'], 'after'))
    await vi.waitFor(() => expect(report()?.last?.rerun).toBeDefined(), eventually)
    const rerun = report()?.last?.rerun
    expect(rerun?.before).toBe(before.id)
    const again = () => workbench.calls().find(({ id }) => id === rerun?.after)
    await vi.waitFor(() => expect(again()?.outcome).toBeDefined(), eventually)
    expect(again()).toMatchObject({
      tool: 'one',
      arguments: { a: 1 },
      meta: { b: 2 },
      outcome: { kind: 'result', result: { content: [{ text: 'after' }] } }
    })
  })

  it('comes back after a mistake was made and mended', async () => {
    const script = join(temporaryFolder(), 'server.mjs')
    write(script, serverScript(['one']))
    const { workbench, watches, report } = watched(script)
    await workbench.open(SERVER)
    await watches.look()
    watches.set(SERVER, 0)
    write(script, 'this is no script (')
    await vi.waitFor(() => expect(report()?.last?.phase).toBe('failed'), eventually)
    expect(workbench.report(SERVER).state.phase).toBe('failed')
    write(script, serverScript(['one', 'more']))
    await vi.waitFor(
      () => expect(report()?.last).toMatchObject({ phase: 'ready', changes: 1 }),
      eventually
    )
  })

  it('is started once more when something changes during a start', async () => {
    const script = join(temporaryFolder(), 'server.mjs')
    write(script, serverScript(['one']))
    const { workbench, watches, report, reports } = watched(script)
    await workbench.open(SERVER)
    await watches.look()
    watches.set(SERVER, 0)
    const mark = join(script, '../mark')
    write(script, `${waitingFor(mark)}${serverScript(['late'])}`)
    await vi.waitFor(() => expect(report()?.last?.phase).toBe('restarting'), eventually)
    write(script, serverScript(['last']))
    write(mark, '')
    const tools = () => workbench.report(SERVER).catalogue.tools.map(({ name }) => name)
    await vi.waitFor(() => expect(tools()).toEqual(['last']), eventually)
    const restarts = () => reports.filter(({ last }) => last?.phase === 'restarting')
    await vi.waitFor(() => expect(restarts()).toHaveLength(2), eventually)
    await vi.waitFor(() => expect(report()?.last?.phase).toBe('ready'), eventually)
  })

  it('is watched by its folder too, with what is below and what comes later', async () => {
    const folder = temporaryFolder()
    const script = join(folder, 'server.mjs')
    write(script, serverScript(['one']))
    write(join(folder, 'lib/deep/part.js'), '1')
    const { workbench, watches, report, reports } = watched(script)
    await workbench.open(SERVER)
    watches.watch(SERVER, { kind: 'folder', path: folder })
    const seen = async (change: () => void, file: string): Promise<void> => {
      await vi.waitFor(
        () => {
          change()
          expect(report()?.last).toMatchObject({ phase: 'ready', file })
        },
        { timeout: 40_000, interval: 4_000 }
      )
    }
    await seen(() => write(join(folder, 'lib/deep/part.js'), '2'), 'lib/deep/part.js')
    await seen(() => write(join(folder, 'new/one.js'), '3'), 'new/one.js')
    write(join(folder, 'node_modules/x/index.js'), '4')
    write(join(folder, '.git/HEAD'), '5')
    write(join(folder, 'server.mjs~'), '6')
    await seen(() => write(join(folder, 'last.js'), '7'), 'last.js')
    const told = new Set(reports.flatMap(({ last }) => last?.file ?? []))
    expect([...told].sort()).toEqual(['last.js', 'lib/deep/part.js', 'new/one.js'])
  })

  it('says that its script is gone, and goes on when it is back', async () => {
    const folder = join(temporaryFolder(), 'project')
    const script = join(folder, 'server.mjs')
    write(script, serverScript(['one']))
    const { workbench, watches, report } = watched(script)
    await workbench.open(SERVER)
    await watches.look()
    watches.set(SERVER, 0)
    renameSync(folder, `${folder}-elsewhere`)
    await vi.waitFor(() => expect(report()?.failure).toContain(script), eventually)
    mkdirSync(folder)
    write(script, serverScript(['back']))
    await vi.waitFor(() => expect(report()?.last?.phase).toBe('ready'), eventually)
    expect(report()?.failure).toBeUndefined()
  })

  it('is watched again after a restart of Patchbay, and forgotten when it is removed', async () => {
    const folder = temporaryFolder()
    const [script, path] = [join(folder, 'server.mjs'), join(folder, 'watches.json')]
    write(script, serverScript(['one']))
    const first = watched(script, path)
    await first.watches.look()
    first.watches.set(SERVER, 0)
    first.watches.setRerunning(SERVER, true)
    first.watches.stop()
    const second = watched(script, path)
    expect(second.report()).toMatchObject({ target: { path: script }, isRerunning: true })
    second.servers.length = 0
    second.watches.follow(() => false)
    expect(readFileSync(path, 'utf8')).toContain(script)
    second.watches.follow(() => true)
    expect(readFileSync(path, 'utf8')).not.toContain(script)
  })

  it('is not watched any more when nothing is chosen', async () => {
    const script = join(temporaryFolder(), 'server.mjs')
    write(script, serverScript(['one']))
    const { watches, report } = watched(script)
    await watches.look()
    watches.set(SERVER, 0)
    watches.set(SERVER, undefined)
    expect(report()).toEqual({
      serverId: SERVER,
      isRerunning: false,
      suggestions: [
        { kind: 'file', path: script },
        { kind: 'folder', path: join(script, '..') }
      ]
    })
    expect(() => watches.set(SERVER, 9)).toThrow('There is no such file or folder')
  })

  it('is watched again when its removal is undone', async () => {
    const folder = temporaryFolder()
    const [script, path] = [join(folder, 'server.mjs'), join(folder, 'watches.json')]
    write(script, serverScript(['one']))
    const { workbench, watches, servers, report } = watched(script, path)
    await workbench.open(SERVER)
    await watches.look()
    watches.set(SERVER, 0)
    watches.setRerunning(SERVER, true)
    const removed = servers.splice(0)
    watches.follow(() => true)
    servers.push(...removed)
    watches.follow(() => true)
    expect(report()).toMatchObject({ target: { path: script }, isRerunning: true })
    expect(readFileSync(path, 'utf8')).toContain(script)
    write(script, serverScript(['two']))
    await vi.waitFor(() => expect(report()?.last?.phase).toBe('ready'), eventually)
  })

  it('is looked at for what could be watched only while it may be started', async () => {
    const script = join(temporaryFolder(), 'server.mjs')
    write(script, serverScript(['one']))
    const { watches, usable, report, reports } = watched(script)
    usable.clear()
    await watches.look()
    expect([...reports, report()].flatMap((each) => each?.suggestions)).toEqual([])
    expect(() => watches.set(SERVER, 0)).toThrow('There is no such file or folder')
    usable.add(SERVER)
    expect((await watches.look())[0]?.suggestions).toHaveLength(2)
    usable.clear()
    expect((await watches.look())[0]?.suggestions).toEqual([])
  })

  it('is seen through a link, and when the whole folder is another one', async () => {
    const folder = temporaryFolder()
    const script = join(folder, 'real/server.mjs')
    write(script, serverScript(['one']))
    symlinkSync(script, join(folder, 'link.mjs'))
    const { workbench, watches, report } = watched(join(folder, 'link.mjs'))
    await workbench.open(SERVER)
    await watches.look()
    watches.set(SERVER, 0)
    const tools = () => workbench.report(SERVER).catalogue.tools.map(({ name }) => name)
    write(script, serverScript(['linked']))
    await vi.waitFor(() => expect(tools()).toEqual(['linked']), eventually)
    write(join(folder, 'next/server.mjs'), serverScript(['replaced']))
    renameSync(join(folder, 'real'), join(folder, 'old'))
    renameSync(join(folder, 'next'), join(folder, 'real'))
    await vi.waitFor(() => expect(tools()).toEqual(['replaced']), eventually)
    await vi.waitFor(() => expect(report()?.last?.phase).toBe('ready'), eventually)
    write(script, serverScript(['again']))
    await vi.waitFor(() => expect(tools()).toEqual(['again']), eventually)
  })

  it('tells of servers that come, and of none twice', async () => {
    const script = join(temporaryFolder(), 'server.mjs')
    write(script, serverScript(['one']))
    const { watches, servers, reports } = watched(script)
    reports.length = 0
    watches.follow(() => true)
    expect(reports).toEqual([])
    const id = ServerId.parse('user:second')
    servers.push({ ...edited(script), id, name: 'second' })
    watches.follow(() => true)
    expect(reports).toMatchObject([{ serverId: id, isRerunning: false }])
  })
})
