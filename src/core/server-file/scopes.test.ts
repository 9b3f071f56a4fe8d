import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openTestDesk, writeServers } from '../desk/desk-testing'

const node = (script: string) => ({ command: 'node', args: [script] })

function standings({ desk }: ReturnType<typeof openTestDesk>) {
  return desk.registry.summaries().map(({ name, scope, standing }) => [scope, name, standing.kind])
}

describe('restoring a broken file of a project', () => {
  it('shows the difference without secrets, and leaves nothing behind in the folder', () => {
    const env = { TOKEN: 'c4nary-1234567', LEVEL: 'info' }
    const test = openTestDesk({ project: { a: { ...node('server.js'), env } } })
    const path = join(test.project, '.mcp.json')
    const laidOut = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), null, 2)
    writeFileSync(path, laidOut)
    test.desk.openProject(test.project)
    const brokenText = laidOut
      .replace('"command":', '"command"')
      .replace('info', 'debug')
      .replace('c4nary-1', 'c4nary-2')
    writeFileSync(path, brokenText)
    const { before, after, keptIn, mark } = test.desk.scopes.restorable('project')
    expect(`${before}${after}`).not.toContain('c4nary')
    expect(differing(before, after)).toEqual(['"command" "node",', '"LEVEL": "debug"'])
    expect(keptIn).toBe(join(test.profile, 'backups'))
    const { kept = '' } = test.desk.scopes.restore('project', mark)
    expect(readFileSync(path, 'utf8')).toBe(laidOut)
    expect(readdirSync(test.project)).toEqual(['.mcp.json'])
    expect(kept.startsWith(join(keptIn, 'project-'))).toBe(true)
  })
})

/** The lines of a text that the other one has not. */
function differing(before = '', after = ''): readonly string[] {
  const others = after.split('\n')
  return before
    .split('\n')
    .filter((line) => !others.includes(line))
    .map((line) => line.trim())
}

describe('scopes', () => {
  it('hide a name in a later scope behind the same name in an earlier one', () => {
    const test = openTestDesk({
      user: { a: node('u'), b: node('u'), c: node('u') },
      project: { a: node('p'), b: node('p') }
    })
    test.desk.openProject(test.project)
    test.desk.editing.addAll('local', [{ name: 'a', text: '{"command":"x"}', inputs: [] }])
    expect(standings(test)).toEqual([
      ['local', 'a', 'untrusted'],
      ['project', 'a', 'shadowed'],
      ['project', 'b', 'untrusted'],
      ['user', 'a', 'shadowed'],
      ['user', 'b', 'shadowed'],
      ['user', 'c', 'untrusted']
    ])
  })

  it('keep what is local out of the project folder', () => {
    const test = openTestDesk({ project: {} })
    test.desk.openProject(test.project)
    test.desk.editing.addAll('local', [{ name: 'mine', text: '{"command":"x"}', inputs: [] }])
    const { files } = test.desk.describe()
    const local = files.find(({ scope }) => scope === 'local')
    expect(local?.path.startsWith(join(test.profile, 'local'))).toBe(true)
    expect(readFileSync(join(test.project, '.mcp.json'), 'utf8')).not.toContain('mine')
  })

  it('leave a project its mode and its values, and keep their own files to the person', () => {
    const test = openTestDesk({ user: {}, project: { a: { ...node('1'), env: { K: 'c4nary' } } } })
    const files = [join(test.profile, 'mcp.json'), join(test.project, '.mcp.json')]
    for (const file of files) chmodSync(file, 0o644)
    test.desk.openProject(test.project)
    const copies = readdirSync(join(test.profile, 'backups'), { encoding: 'utf8' })
    expect(copies.filter((name) => name.startsWith('project'))).toEqual([])
    for (const scope of ['user', 'project'] as const) {
      test.desk.editing.addAll(scope, [{ name: 'new', text: '{"command":"x"}', inputs: [] }])
    }
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o644])
  })

  it('tell servers of two projects apart that have one name', () => {
    const first = openTestDesk({ project: { a: node('1') } })
    first.desk.openProject(first.project)
    const [one] = first.desk.scopes.servers()
    const second = openTestDesk({ project: { a: node('1') } })
    first.desk.openProject(second.project)
    const [other] = first.desk.scopes.servers()
    expect(one?.id).not.toBe(other?.id)
  })

  it('show what is wrong with one entry, and the others as ever', () => {
    const test = openTestDesk({
      user: '{\n  "mcpServers": {\n    "good": { "command": "node" },\n    "bad": { "command": 7 }\n  }\n}'
    })
    const [good, bad] = test.desk.registry.summaries()
    expect(good?.standing.kind).toBe('untrusted')
    expect(bad).toMatchObject({
      transport: 'unknown',
      standing: { kind: 'invalid', faults: [{ line: 4 }] }
    })
  })

  it('say where a broken file is broken, change nothing in it, and read it again when it is mended', async () => {
    const broken = '{ "mcpServers": { "a": { "command": "node" \n  "args": [] } } }'
    const test = openTestDesk({ user: broken })
    const path = join(test.profile, 'mcp.json')
    expect(test.desk.describe().files).toMatchObject([
      { scope: 'user', exists: true, fault: { line: 2, column: 3 } }
    ])
    expect(() =>
      test.desk.editing.addAll('user', [{ name: 'b', text: '{"command":"x"}', inputs: [] }])
    ).toThrow('cannot be read')
    expect(readFileSync(path, 'utf8')).toBe(broken)
    writeServers(path, { a: node('x') })
    await vi.waitFor(() => expect(standings(test)).toEqual([['user', 'a', 'untrusted']]))
  })

  it('show a change by another program with what was before and after, and no values', async () => {
    const env = { TOKEN: 'hush-hush-1234' }
    const test = openTestDesk({ user: { a: { ...node('1'), env }, b: node('2') } })
    const path = join(test.profile, 'mcp.json')
    const other = `${path}.other`
    writeServers(other, { a: { ...node('changed'), env }, c: node('3') })
    renameSync(other, path)
    await vi.waitFor(() => expect(test.desk.describe().changes).toHaveLength(1))
    const [change] = test.desk.describe().changes
    expect(change?.servers).toEqual([
      { name: 'a', change: 'changed' },
      { name: 'c', change: 'added' },
      { name: 'b', change: 'removed' }
    ])
    expect(change?.after).toContain('changed')
    expect(JSON.stringify(change)).not.toContain('hush')
    test.desk.scopes.dismissChange(change?.id ?? 0)
    expect(test.desk.describe().changes).toEqual([])
  })

  it('do not take their own writing for a change by another program', async () => {
    const test = openTestDesk({ user: { a: node('1') } })
    const [server] = test.desk.scopes.servers()
    test.desk.editing.disable(server!.id, true)
    const marker = join(test.profile, 'mcp.json')
    writeFileSync(marker, readFileSync(marker, 'utf8')) // the watcher has something to see
    const before = test.changes()
    writeServers(marker, { a: node('2') })
    await vi.waitFor(() => expect(test.changes()).toBeGreaterThan(before))
    expect(test.desk.describe().changes).toHaveLength(1)
  })

  it('refuse a folder that is not there, and keep the project that is open', () => {
    const test = openTestDesk({ project: { a: node('1') } })
    test.desk.openProject(test.project)
    expect(() => test.desk.openProject(join(test.project, 'nowhere'))).toThrow('There is no folder')
    expect(test.desk.describe().project?.folder).toBe(test.project)
  })

  it('open the last project again, and forget one that is gone', () => {
    const first = openTestDesk({ project: { a: node('1') } })
    first.desk.openProject(first.project)
    const second = openTestDesk({ profile: first.profile })
    second.desk.openLastProject()
    expect(second.desk.describe().project?.folder).toBe(first.project)
    rmSync(first.project, { recursive: true })
    const third = openTestDesk({ profile: first.profile })
    third.desk.openLastProject()
    expect(third.desk.describe().project).toBeUndefined()
    expect(third.desk.describe().recentProjects).toHaveLength(1)
    mkdirSync(first.project)
  })
})

describe('a file that somebody breaks while we run', () => {
  it('takes no server away, tells its fault and no change, and says nothing once it is as it was', async () => {
    const test = openTestDesk({ user: { a: node('1') } })
    const path = join(test.profile, 'mcp.json')
    const good = readFileSync(path, 'utf8')
    writeFileSync(path, '{ "mcpServers": { "a": ')
    await vi.waitFor(() => expect(test.desk.describe().files[0]?.fault).toBeDefined())
    expect(standings(test)).toEqual([['user', 'a', 'untrusted']])
    expect(test.desk.describe().changes).toEqual([])
    writeFileSync(path, good)
    await vi.waitFor(() => expect(test.desk.describe().files[0]?.fault).toBeUndefined())
    expect(test.desk.describe().changes).toEqual([])
  })

  it('is changed once, however often, and not at all when it is changed back', async () => {
    const test = openTestDesk({ user: { a: node('1') } })
    const path = join(test.profile, 'mcp.json')
    const good = readFileSync(path, 'utf8')
    for (const script of ['2', '3']) {
      writeServers(path, { a: node(script) })
      await vi.waitFor(() => {
        const [change, other] = test.desk.describe().changes
        expect([change?.after.includes(script), change?.before.includes('1'), other]).toEqual([
          true,
          true,
          undefined
        ])
      })
    }
    writeFileSync(path, good)
    await vi.waitFor(() => expect(test.desk.describe().changes).toEqual([]))
  })
})
