import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ConfigFile, readConfigFile, type Variables } from './config-file'

const base = mkdtempSync(join(tmpdir(), 'patchbay-config-'))
afterAll(() => rmSync(base, { recursive: true }))
let folders = 0

const ONE = '{"mcpServers": {"one": {"command": "x"}}} // one\n'
const TWO = '{"mcpServers": {"two": {"command": "x"}}} // two\n'
const THREE = '{"mcpServers": {}}'

function fresh(text?: string) {
  const folder = join(base, String(++folders))
  mkdirSync(folder)
  const path = join(folder, 'mcp.json')
  const backup = join(folder, 'backups', 'mcp.json')
  if (text !== undefined) writeFileSync(path, text)
  return {
    file: new ConfigFile(path, backup),
    again: () => new ConfigFile(path, backup),
    path,
    backup,
    folder
  }
}

function modesOf(...paths: readonly string[]): readonly number[] {
  return paths.map((path) => statSync(path).mode & 0o777)
}

describe('ConfigFile', () => {
  it('reads a file that is not there as one without servers, and makes none', () => {
    const { file, folder } = fresh()
    expect(file.read()).toMatchObject({ exists: false, text: '', document: { servers: [] } })
    expect(readdirSync(folder)).toEqual([])
  })

  it('writes, reads back, and keeps a copy of the newest text, whoever wrote it', () => {
    const { file, path, backup } = fresh()
    file.read()
    file.write(ONE)
    expect([readFileSync(path, 'utf8'), readFileSync(backup, 'utf8')]).toEqual([ONE, ONE])
    writeFileSync(path, TWO)
    expect(file.read()).toMatchObject({ exists: true, text: TWO })
    expect(readFileSync(backup, 'utf8')).toBe(TWO)
    expect(modesOf(path, backup)).toEqual([0o600, 0o600])
  })

  it.each(['', '// nothing left', '{"mcp', '{}', '{"mcpServers": {}}'])(
    'does not let a file that became %j take the place of a good backup',
    (text) => {
      const { file, path, backup } = fresh(ONE)
      file.read()
      writeFileSync(path, text)
      file.read()
      expect(readFileSync(backup, 'utf8')).toBe(ONE)
    }
  )

  it('keeps no copy in which a value is still written that is a secret by now', () => {
    const before = '{"mcpServers": {"one": {"command": "x", "env": {"KEY": "c4nary"}}}}'
    const { file, backup } = fresh(before)
    file.read()
    file.write(before.replace('c4nary', '${secret:KEY}'))
    expect(readFileSync(backup, 'utf8')).not.toContain('c4nary')
  })

  it('reads also when no copy can be kept', () => {
    const { file, path, folder } = fresh(ONE)
    writeFileSync(join(folder, 'backups'), 'in the way')
    expect(file.read()).toMatchObject({ text: ONE })
    file.write(TWO)
    expect(readFileSync(path, 'utf8')).toBe(TWO)
  })

  it('makes a file of ours one that only the person can read, and leaves others as they are', () => {
    const ours = fresh(ONE)
    const theirs = fresh(ONE)
    const linked = fresh()
    symlinkSync(theirs.path, linked.path)
    const project = new ConfigFile(theirs.path, theirs.backup, 'others')
    for (const { path } of [ours, theirs]) chmodSync(path, 0o644)
    for (const file of [ours.file, project, linked.file]) {
      file.read()
      file.write(file === linked.file ? THREE : TWO)
    }
    expect(modesOf(ours.path, theirs.path)).toEqual([0o600, 0o644])
  })

  it('copies a file of others only when it writes it, and then forgets what became old', () => {
    const { path, backup } = fresh(ONE)
    const file = new ConfigFile(path, backup, 'others')
    file.read()
    expect(existsSync(backup)).toBe(false)
    file.write(TWO)
    expect(readFileSync(backup, 'utf8')).toBe(TWO)
    writeFileSync(path, THREE)
    file.read()
    expect(existsSync(backup)).toBe(false)
    writeFileSync(path, '{"mcp')
    file.restore(file.restorable().mark)
    expect(readFileSync(path, 'utf8')).toBe(THREE)
  })

  it.each([
    ['{', 'This cannot be written: '],
    ['[]', 'This cannot be written: The file has to hold a JSON object.'],
    [`{"a": "${'x'.repeat(4 * 1024 * 1024)}"}`, 'This cannot be written: it is larger than 4 MiB.']
  ])('refuses to write what it could not read', (text, why) => {
    const { file, path } = fresh(ONE)
    file.read()
    expect(() => file.write(text)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => file.write(text)).toThrow(why)
    expect(readFileSync(path, 'utf8')).toBe(ONE)
  })

  it.each<[string, string | undefined]>([
    ['changed', TWO],
    ['removed', undefined]
  ])('refuses to overwrite a file that was %s by somebody else', (_what, text) => {
    const { file, path } = fresh(ONE)
    file.read()
    if (text === undefined) rmSync(path)
    else writeFileSync(path, text)
    expect(() => file.write(THREE)).toThrow(
      expect.objectContaining({
        code: 'STORAGE',
        message: `${path} was changed by another program meanwhile. Look at it as it is now, and try again.`
      })
    )
    file.read()
    file.write(THREE)
    expect(readFileSync(path, 'utf8')).toBe(THREE)
  })

  it('refuses to overwrite a file that it never read', () => {
    const { file, path } = fresh(ONE)
    expect(() => file.write(TWO)).toThrow('was changed by another program')
    expect(readFileSync(path, 'utf8')).toBe(ONE)
  })

  it('refuses to write over a broken file, and puts the last good text back', () => {
    const { file, path, backup, folder } = fresh()
    file.read()
    file.write(ONE)
    file.write(TWO)
    writeFileSync(path, '{"mcp')
    expect(file.read()).toMatchObject({
      exists: true,
      text: '{"mcp',
      fault: { line: 1, column: 2 }
    })
    expect(() => file.write(THREE)).toThrow(/is broken: .* Fix it or restore it first\.$/)
    expect(file.canRestore()).toBe(true)
    expect(file.restorable()).toMatchObject({ broken: '{"mcp', good: TWO })
    const kept = file.restore(file.restorable().mark) ?? ''
    expect(file.read()).toMatchObject({ text: TWO })
    expect(readdirSync(folder).sort()).toEqual(['backups', 'mcp.json'])
    expect(kept.startsWith(`${backup}.broken-`)).toBe(true)
    expect([readFileSync(kept, 'utf8'), ...modesOf(kept)]).toEqual(['{"mcp', 0o600])
    file.write(THREE)
  })

  it.each<[string, (file: ConfigFile, path: string) => void]>([
    ['we wrote', (file) => file.write(TWO)],
    ['another program wrote', (_file, path) => writeFileSync(path, TWO)]
  ])('restores after a new start what %s last', (_who, change) => {
    const { file, again, path } = fresh(ONE)
    file.read()
    change(file, path)
    file.read()
    writeFileSync(path, '{"mcp')
    const other = again()
    other.read()
    expect(other.canRestore()).toBe(true)
    other.restore(other.restorable().mark)
    expect(readFileSync(path, 'utf8')).toBe(TWO)
  })

  it('does not replace a broken file that is no longer what was shown', () => {
    const { file, path } = fresh(ONE)
    file.read()
    writeFileSync(path, '{"mcp')
    const { mark } = file.restorable()
    writeFileSync(path, '{"mcpServers": {"one": ')
    expect(() => file.restore(mark)).toThrow(/changed while you were looking\. Review it again/)
    expect(readFileSync(path, 'utf8')).toBe('{"mcpServers": {"one": ')
  })

  it('restores nothing when there is nothing, or no need', () => {
    const broken = fresh('{')
    broken.file.read()
    expect(broken.file.canRestore()).toBe(false)
    expect(() => broken.file.restorable()).toThrow('There is no earlier copy')
    const good = fresh(ONE)
    good.file.read()
    expect(() => good.file.restorable()).toThrow('there is nothing to restore')
    expect(readFileSync(good.path, 'utf8')).toBe(ONE)
  })

  it('does not trust a backup that is broken itself', () => {
    const { file, backup, folder } = fresh('{')
    mkdirSync(join(folder, 'backups'))
    writeFileSync(backup, '{')
    expect(file.canRestore()).toBe(false)
  })
})

describe('readConfigFile', () => {
  function readText(text: string, variables: Variables = {}) {
    const { path } = fresh(text)
    const read = () =>
      readConfigFile(path, variables).map((server) => {
        if ('fault' in server) {
          throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, server.fault)
        }
        return server.resolve()
      })
    return { path, read }
  }

  function read(servers: object, variables: Variables = {}) {
    return readText(JSON.stringify({ mcpServers: servers }), variables).read()
  }

  it('has every server of a file, though one lacks a variable and one is broken', () => {
    const { path } = fresh(
      '{"mcpServers": {"one": {"command": "node"},\n"two": {"command": "node", "env": {"T": "${NOPE}"}},\n"three": {"command": 7}}}'
    )
    const [one, two, three] = readConfigFile(path, {})
    if (!one || 'fault' in one || !two || 'fault' in two) throw new Error('one and two are whole')
    expect(one.resolve().name).toBe('one')
    expect(two.definition.name).toBe('two')
    expect(() => two.resolve()).toThrow(/server "two": .*NOPE/)
    expect(three && 'fault' in three && three.fault).toMatch(/:3:\d+, server "three": /)
  })

  it('reads a process and an address, and leaves out what is disabled', () => {
    const servers = {
      files: { command: 'node', args: ['a.js'], env: { A: '1' }, cwd: '/tmp', comment: 'ignored' },
      off: { command: 'node', disabled: true },
      far: { url: 'http://127.0.0.1:1/mcp', headers: { 'X-Key': 'k' } }
    }
    expect(read(servers)).toEqual([
      {
        id: 'files',
        name: 'files',
        scope: 'command line',
        transport: 'stdio',
        command: 'node',
        args: ['a.js'],
        env: { A: '1' },
        cwd: '/tmp'
      },
      {
        id: 'far',
        name: 'far',
        scope: 'command line',
        transport: 'auto',
        url: 'http://127.0.0.1:1/mcp',
        headers: { 'X-Key': 'k' }
      }
    ])
  })

  it('takes comments, the key that VS Code uses, and a byte order mark', () => {
    const { read } = readText(
      '\uFEFF{"servers": {"a": {"type": "http", "url": "https://h/",}}} // b'
    )
    expect(read().map(({ transport }) => transport)).toEqual(['streamable-http'])
  })

  it('fills in variables once, and only in braces', () => {
    const variables = { A: '${B}', B: 'b', EMPTY: '', BASE: 'ws://h' }
    const [files, far] = read(
      {
        files: {
          command: '${B}',
          args: ['${A}', '$B', '${C:-c d}', '${EMPTY}', '${C:-}'],
          env: { X: 'x${B}x' }
        },
        far: { url: '${BASE}/', headers: { H: 'Bearer ${B}' } }
      },
      variables
    )
    expect(files).toMatchObject({
      command: 'b',
      args: ['${B}', '$B', 'c d', '', ''],
      env: { X: 'xbx' }
    })
    expect(far).toMatchObject({
      transport: 'websocket',
      url: 'ws://h/',
      headers: { H: 'Bearer b' }
    })
  })

  it('reads the env file beside it, below the variables of its own', () => {
    const { path, read } = readText(
      '{"mcpServers": {"a": {"command": "x", "envFile": ".env", "env": {"B": "3"}}}}'
    )
    writeFileSync(join(path, '..', '.env'), 'A=1\nB=2\n')
    expect(read()).toMatchObject([{ env: { A: '1', B: '3' } }])
  })

  it.each([
    [
      '{"mcpServers": {"a": {"command": "x", "args": "y"}}}',
      ':1:47, server "a": "args" has to be a list of texts.'
    ],
    ['{"mcpServers": {\n"a": {}}}', ':2:6, server "a": It has neither "command" nor "url".'],
    ['{\n  "mcpServers": {,}\n}', ':2:18: A value is missing here.'],
    ['[]', ':1:1: The file has to hold a JSON object.'],
    ['{}', ' has neither "mcpServers" nor "servers".'],
    ['', ' has neither "mcpServers" nor "servers".'],
    [
      '{"mcpServers":{"a":{"command":"${NO}"}}}',
      ', server "a": a cannot start. The command needs the environment variable NO'
    ],
    [
      '{"mcpServers":{"a":{"url":"${NO:-x}"}}}',
      ', server "a": The server "a" cannot be used: "url" has to be an address'
    ]
  ])('refuses %j with the file and the place', (text, why) => {
    const { path, read } = readText(text)
    expect(read).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(read).toThrow(`${path}${why}`)
  })

  it('names a file that is not there', () => {
    const missing = join(base, 'missing.json')
    expect(() => readConfigFile(missing, {})).toThrow(
      `Cannot read ${missing}: there is no such file.`
    )
  })
})
