import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StdioDefinition } from '../../shared/servers/server-config'
import { suggestionsFor } from './suggestions'
import { SERVER, temporaryFolder, write } from './watch-testing'
import { isTelling } from './watch-folder'

function definition(change: Partial<StdioDefinition>): StdioDefinition {
  return {
    id: SERVER,
    name: 'edited',
    scope: 'user',
    transport: 'stdio',
    command: 'node',
    args: [],
    env: {},
    ...change
  }
}

describe('what could be watched', () => {
  it('is the script, its folder and the folder in which it is started', async () => {
    const cwd = temporaryFolder()
    write(join(cwd, 'src/main.py'), '')
    write(join(cwd, 'data.txt'), '')
    const args = ['-u', 'src/main.py', 'data.txt', 'missing.py', 'src']
    expect(await suggestionsFor(definition({ command: 'python', args, cwd }))).toEqual([
      { kind: 'file', path: join(cwd, 'src/main.py') },
      { kind: 'folder', path: join(cwd, 'src') },
      { kind: 'folder', path: cwd }
    ])
  })

  it('is the folder that a starter is given', async () => {
    const project = temporaryFolder()
    const args = ['--directory', project, 'run', 'server']
    expect(await suggestionsFor(definition({ command: 'uv', args, cwd: homedir() }))).toEqual([
      { kind: 'folder', path: project }
    ])
  })

  it('is nothing that is installed, not there, or at an address', async () => {
    const cwd = temporaryFolder()
    write(join(cwd, 'node_modules/x/index.js'), '')
    const args = ['node_modules/x/index.js', '${SCRIPT}.js']
    expect(await suggestionsFor(definition({ args, cwd }))).toEqual([{ kind: 'folder', path: cwd }])
    expect(
      await suggestionsFor({
        ...definition({}),
        transport: 'sse',
        url: 'https://example.test',
        headers: {}
      })
    ).toEqual([])
  })
})

describe('what is on another machine', () => {
  it('is not looked at', async () => {
    const cwd = temporaryFolder()
    write(join(cwd, 'main.py'), '')
    const args = [`/${cwd}/main.py`, '\\\\host\\share\\main.py', '--directory', `/${cwd}`]
    expect(await suggestionsFor(definition({ args }))).toEqual([])
    expect(await suggestionsFor(definition({ args: ['main.py'], cwd: `/${cwd}` }))).toEqual([])
  })
})

describe('isTelling', () => {
  it.each([
    ['server.py', true],
    ['lib/part.ts', true],
    ['package.json', true],
    ['.env', false],
    ['node_modules/x/index.js', false],
    ['lib/.cache/x.js', false],
    ['__pycache__/x.pyc', false],
    ['__pycache__', false],
    ['node_modules', false],
    ['lib/venv', false],
    ['.server.py.swp', false],
    ['4913', false],
    ['server.py~', false],
    ['server.log', false]
  ])('%s: %s', (file, isOne) => {
    expect(isTelling(file)).toBe(isOne)
  })
})
