import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../time/clock'
import { openTestDesk, temporaryFolder } from '../desk/desk-testing'
import { ServerIds } from './server-ids'
import type { Loss } from '../disk/state-file'

const PLACE = { file: '/files/mcp.json', prefix: 'user:' }
const nothing = (): void => {}

function idsIn(folder: string, losses: Loss[] = []): ServerIds {
  const onLoss = (loss: Loss): void => void losses.push(loss)
  return new ServerIds(join(folder, 'server-ids.json'), { clock: systemClock, onLoss })
}

describe('the id of a server', () => {
  it('is made of its first name, and stays when it gets another', () => {
    const folder = temporaryFolder()
    const ids = idsIn(folder)
    expect(ids.idOf(PLACE, 'files')).toBe('user:files')
    ids.rename(PLACE, 'files', 'docs', nothing)
    ids.rename(PLACE, 'docs', 'papers', nothing)
    expect(ids.idOf(PLACE, 'papers')).toBe('user:files')
    expect(idsIn(folder).idOf(PLACE, 'papers')).toBe('user:files')
  })

  it('is never that of another server, whatever they are called one after the other', () => {
    const ids = idsIn(temporaryFolder())
    ids.rename(PLACE, 'files', 'docs', nothing)
    const second = ids.idOf(PLACE, 'files')
    ids.rename(PLACE, 'files', 'more', nothing)
    const names = ['docs', 'more', 'files']
    expect(names.map((name) => ids.idOf(PLACE, name))).toEqual([
      'user:files',
      second,
      expect.not.stringMatching(/^user:files$/)
    ])
    expect(new Set(names.map((name) => ids.idOf(PLACE, name))).size).toBe(3)
  })

  it('is the one made of the name again for a server that is called as before', () => {
    const folder = temporaryFolder()
    const ids = idsIn(folder)
    ids.rename(PLACE, 'files', 'docs', nothing)
    ids.rename(PLACE, 'docs', 'files', nothing)
    expect([ids.idOf(PLACE, 'files'), ids.idOf(PLACE, 'docs')]).toEqual(['user:files', 'user:docs'])
    expect(JSON.parse(readFileSync(join(folder, 'server-ids.json'), 'utf8'))).toEqual({
      servers: []
    })
  })

  it('does not depend on what servers of another file are called', () => {
    const ids = idsIn(temporaryFolder())
    ids.rename(PLACE, 'files', 'docs', nothing)
    const other = { file: '/project/.mcp.json', prefix: 'project:12:' }
    expect(ids.idOf(other, 'docs')).toBe('project:12:docs')
  })

  it('stays with the old name when the file cannot be changed', () => {
    const ids = idsIn(temporaryFolder())
    const refuse = (): void => {
      throw new Error('The file cannot be written.')
    }
    expect(() => ids.rename(PLACE, 'files', 'docs', refuse)).toThrow('cannot be written')
    expect([ids.idOf(PLACE, 'files'), ids.idOf(PLACE, 'docs')]).toEqual(['user:files', 'user:docs'])
  })

  it('is made of the name where nobody knows better any more, and that is said', () => {
    const folder = temporaryFolder()
    idsIn(folder).rename(PLACE, 'files', 'docs', nothing)
    writeFileSync(join(folder, 'server-ids.json'), 'no JSON at all')
    const losses: Loss[] = []
    expect(idsIn(folder, losses).idOf(PLACE, 'docs')).toBe('user:docs')
    expect(losses).toMatchObject([{ lost: 'all' }])
  })
})

describe('a server that is renamed', () => {
  it('is the same to everybody', () => {
    const { desk } = openTestDesk({ user: { files: { command: 'node' } } })
    const [before] = desk.registry.list()
    if (!before) throw new Error('There is no server.')
    desk.editing.rename(before.id, 'docs')
    expect(desk.registry.list()).toMatchObject([{ id: before.id, name: 'docs' }])
    const text = '{"command":"node","args":["1"]}'
    expect(desk.editing.save({ name: 'papers', scope: 'user', text, replaces: before.id })).toBe(
      before.id
    )
  })

  it('keeps its name and its id when its file cannot be written', () => {
    const { desk, profile } = openTestDesk({ user: { files: { command: 'node' } } })
    const [before] = desk.registry.list()
    if (!before) throw new Error('There is no server.')
    writeFileSync(join(profile, 'mcp.json'), '{ broken')
    expect(() => desk.editing.rename(before.id, 'docs')).toThrow()
    expect(desk.registry.list()).toMatchObject([{ id: before.id, name: 'files' }])
  })

  it('is offered as the same when somebody renames it in the file, and is it once that is said', async () => {
    const { desk, profile } = openTestDesk({
      user: { files: { command: 'node' }, other: { command: 'bun' } }
    })
    const before = desk.registry.list().map(({ id }) => id)
    const renamed = { mcpServers: { docs: { command: 'node' }, other: { command: 'bun' } } }
    writeFileSync(join(profile, 'mcp.json'), JSON.stringify(renamed))
    await vi.waitFor(() => expect(desk.scopes.changes()).toHaveLength(1), { timeout: 30_000 })
    const [change] = desk.scopes.changes()
    expect(change?.renames).toEqual([{ from: 'files', to: 'docs' }])
    expect(desk.registry.list().map(({ id }) => id)).not.toEqual(before)
    desk.scopes.acceptRename(change?.id ?? 0, { from: 'files', to: 'docs' })
    expect(desk.registry.list().map(({ id }) => id)).toEqual(before)
    expect(desk.scopes.changes()).toMatchObject([{ renames: [] }])
    expect(() => desk.scopes.acceptRename(change?.id ?? 0, { from: 'files', to: 'docs' })).toThrow(
      'The file has changed again.'
    )
  })

  it('is not guessed where two could be meant', async () => {
    const { desk, profile } = openTestDesk({
      user: { one: { command: 'node' }, two: { command: 'node' } }
    })
    const renamed = { mcpServers: { three: { command: 'node' } } }
    writeFileSync(join(profile, 'mcp.json'), JSON.stringify(renamed))
    await vi.waitFor(() => expect(desk.scopes.changes()).toHaveLength(1), { timeout: 30_000 })
    expect(desk.scopes.changes()).toMatchObject([{ renames: [] }])
  })
})
