import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ImportReport } from '../../shared/servers/configuration'
import { openTestDesk } from '../desk/desk-testing'

const TEXT = `{
  // as somebody pasted it
  "mcpServers": {
    "a": { "command": "node", "args": ["a.js"], "env": { "API_KEY": "sk-canary-1234567890" }, "alwaysAllow": ["x"] },
    "b": { "url": "https://example.test/mcp", "headers": { "Authorization": "Bearer canary-0987654321" } },
  }
}`

async function open() {
  const test = openTestDesk({ user: { a: { command: 'deno' } } })
  const path = join(test.profile, 'mcp.json')
  return {
    ...test,
    importing: await test.desk.importing(),
    written: () => readFileSync(path, 'utf8')
  }
}

function keysOf(report: ImportReport) {
  return report.files.flatMap(({ servers }) => servers.map(({ key, name }) => ({ key, name })))
}

describe('an import', () => {
  it('says what is new and what differs, shows no value, and changes nothing', async () => {
    const { importing, written } = await open()
    const before = written()
    const report = importing.readText('user', TEXT)
    expect(report.files[0]?.servers).toMatchObject([
      { name: 'a', status: 'differs', secretFields: ['env.API_KEY'] },
      { name: 'b', status: 'new', secretFields: ['headers.Authorization'] }
    ])
    expect(JSON.stringify(report)).not.toContain('canary')
    expect(written()).toBe(before)
  })

  it('takes over what is wanted, with its values and under the name that is wanted', async () => {
    const { importing, written, desk } = await open()
    const [a] = keysOf(importing.readText('user', TEXT))
    const ids = await importing.apply('user', [{ key: a?.key ?? '', name: 'mine' }], false)
    expect(ids).toEqual(['user:mine'])
    expect(JSON.parse(written())).toMatchObject({
      mcpServers: {
        a: { command: 'deno' },
        mine: { command: 'node', env: { API_KEY: 'sk-canary-1234567890' }, alwaysAllow: ['x'] }
      }
    })
    expect(desk.registry.summaries().map(({ standing }) => standing.kind)).toEqual([
      'untrusted',
      'untrusted'
    ])
  })

  it('takes what is local to a folder over as local to it, be the folder open or not', async () => {
    const test = openTestDesk({ user: {}, project: {} })
    const importing = await test.desk.importing()
    const entry = { command: 'node', args: ['a.js'] }
    const gone = join(test.project, 'gone')
    const text = JSON.stringify({
      mcpServers: { a: entry },
      projects: {
        [test.project]: { mcpServers: { a: entry } },
        [gone]: { mcpServers: { c: entry } }
      }
    })
    const report = importing.readText('user', text)
    expect(report.files.map(({ folder, taken }) => [folder, taken])).toEqual([
      [undefined, undefined],
      [test.project, []],
      [gone, undefined]
    ])
    const [mine, local] = keysOf(report)
    const wanted = [mine, local].flatMap((each) => each ?? [])
    const ids = await importing.apply('user', wanted, false)
    expect(ids).toEqual(['user:a', expect.stringMatching(/^local:\w+:a$/)])
    const listed = () => test.desk.registry.summaries().map(({ id }) => id)
    expect(listed()).toEqual(['user:a'])
    test.desk.openProject(test.project)
    expect(listed().toSorted()).toEqual(ids.toSorted())
    expect(importing.readText('user', text).files[1]).toMatchObject({
      taken: ['a'],
      servers: [{ status: 'same' }]
    })
  })

  it('takes over the inputs that come with what is pasted', async () => {
    const { importing, written } = await open()
    const inputs = [{ id: 'key', type: 'promptString', password: true }]
    const mcpServers = { new: { command: 'x', args: ['${input:key}'] } }
    const found = keysOf(importing.readText('user', JSON.stringify({ inputs, mcpServers })))
    await importing.apply('user', found, false)
    expect(JSON.parse(written())).toMatchObject({ inputs, mcpServers })
  })

  it('moves what looks like a secret out of the file, and hides it from then on', async () => {
    const { importing, written, desk } = await open()
    const wanted = keysOf(importing.readText('user', TEXT))
    await importing.apply('user', wanted, true)
    expect(written()).not.toContain('canary')
    const { secrets, missing } = await desk.describeSecrets()
    expect(secrets.map(({ usedBy }) => usedBy)).toEqual([['a'], ['b']])
    expect(missing).toEqual([])
    expect(desk.redactor.redact('x canary-0987654321')).toBe('x •••')
  })

  it('does not give the secret of one server to another of the same name elsewhere', async () => {
    const { importing, desk, project } = await open()
    mkdirSync(project, { recursive: true })
    desk.openProject(project)
    await importing.apply('user', keysOf(importing.readText('user', TEXT)), true)
    const other = TEXT.replace('sk-canary-1234567890', 'sk-canary-5555555555')
    await importing.apply('project', keysOf(importing.readText('project', other)), true)
    const { secrets } = await desk.describeSecrets()
    expect(new Set(secrets.map(({ name }) => name)).size).toBe(4)
  })

  it('refuses what was found by an earlier look', async () => {
    const { importing, written } = await open()
    const [a] = keysOf(importing.readText('user', TEXT))
    importing.readText('user', '{}')
    const before = written()
    const applied = importing.apply('user', [{ key: a?.key ?? '', name: 'a' }], false)
    await expect(applied).rejects.toThrow('Look again.')
    expect(written()).toBe(before)
  })

  it('names the place of a fault in a chosen file, and shows nothing of the file', async () => {
    const { importing, project } = await open()
    mkdirSync(project, { recursive: true })
    const path = join(project, 'id_rsa')
    writeFileSync(path, '-----BEGIN OPENSSH PRIVATE KEY-----\ncanary\n')
    const report = importing.readFile('user', path)
    expect(report.files[0]?.fault?.message).toMatch(/\w/)
    expect(JSON.stringify(report)).not.toMatch(/canary|BEGIN/)
    const [gone] = importing.readFile('user', join(project, 'gone.json')).files
    expect(gone?.fault?.message).toMatch(/There is no file/)
  })

  it('does not wait for a pipe, nor read a device without end', async () => {
    const { importing, project } = await open()
    const pipe = join(project, 'pipe.json')
    execFileSync('mkfifo', [pipe])
    for (const path of [pipe, '/dev/zero']) {
      const [file] = importing.readFile('user', path).files
      expect(file?.fault?.message).toBe('This is not an ordinary file.')
    }
  })
})
