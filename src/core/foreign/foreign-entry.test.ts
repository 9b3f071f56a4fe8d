import { describe, expect, it } from 'vitest'
import type { ConfigFormat } from '../../shared/servers/configuration'
import { translateEntry } from './foreign-entry'

function onlyEntry(entry: unknown, format?: ConfigFormat, context = {}) {
  return translateEntry(entry, { ...context, ...(format !== undefined && { format }) })
}

describe('an entry of another tool', () => {
  it('keeps every field it came with', () => {
    const entry = {
      command: 'x',
      icon: '🧠',
      timeout: 5_000,
      type: 'stdio'
    }
    expect(onlyEntry(entry, 'cursor')).toEqual({ value: entry, notes: [] })
  })

  it.each([
    ['${env:A}-${env:B}', '${A}-${B}'],
    ['${A} ${A:-b} ${secret:s} ${input:i} $A', '${A} ${A:-b} ${secret:s} ${input:i} $A'],
    ['${workspaceFolder}/x', '/srv/shop/x'],
    ['${workspaceFolderBasename}', 'shop'],
    ['${userHome}${/}y${pathSeparator}', '/home/me/y/']
  ])('with %s has %s', (written, expected) => {
    const context = { projectFolder: '/srv/shop', home: '/home/me' }
    const entry = { command: written, args: [written], env: { A: written }, cwd: written }
    expect(onlyEntry(entry, 'vscode', context)).toEqual({
      value: { command: expected, args: [expected], env: { A: expected }, cwd: expected },
      notes: []
    })
  })

  it('keeps references that mean nothing here, and says so', () => {
    const args = ['${workspaceFolder}', '${config:a.b}', '${file}']
    const { value, notes } = onlyEntry({ command: 'x', args }, 'vscode')
    expect(value).toEqual({ command: 'x', args })
    expect(notes).toEqual([
      expect.stringContaining('${workspaceFolder} stands for a project folder'),
      '${config:a.b} means nothing here: write what it stands for.',
      '${file} means nothing here: write what it stands for.'
    ])
  })

  it('does not get its names of variables or its other fields rewritten', () => {
    const entry = { command: 'x', env: { '${env:A}': 'b' }, note: '${env:A}' }
    expect(onlyEntry(entry, 'vscode').value).toEqual(entry)
  })

  it.each([
    ['streamableHttp', 'http'],
    ['STREAMABLE_HTTP', 'http'],
    ['http-stream', 'http'],
    ['SSE', 'sse'],
    ['wss', 'ws'],
    ['streamable-http', 'streamable-http'],
    ['ws', 'ws'],
    ['carrier-pigeon', 'carrier-pigeon']
  ])('of the type %s has the type %s', (word, expected) => {
    expect(onlyEntry({ type: word, url: 'https://x.test' }).value).toMatchObject({ type: expected })
  })

  it('says that approvals are not obeyed', () => {
    const { notes } = onlyEntry({ command: 'x', alwaysAllow: ['a'], autoApprove: [], trust: true })
    expect(notes).toEqual([
      '"alwaysAllow" is kept, but not obeyed: Patchbay asks itself.',
      '"autoApprove" is kept, but not obeyed: Patchbay asks itself.',
      '"trust" is kept, but not obeyed: Patchbay asks itself.'
    ])
  })

  it('that is not enabled is disabled', () => {
    expect(onlyEntry({ command: 'x', enabled: false }).value).toEqual({
      command: 'x',
      disabled: true
    })
    expect(onlyEntry({ command: 'x', enabled: true }).value).toEqual({ command: 'x' })
  })

  it('gets text for numbers in variables, and its command apart from the arguments', () => {
    expect(onlyEntry({ command: 'npx -y "a b"', env: { PORT: 80, OFF: null } }, 'vscode')).toEqual({
      value: { command: 'npx', args: ['-y', 'a b'], env: { PORT: '80' } },
      notes: [
        '"command" held arguments too; they are in "args" now.',
        '"env.PORT" was not text and is text now.',
        '"env.OFF" was null and is left out.'
      ]
    })
    const opencode = { type: 'local', command: ['npx', '-y', 'x'], environment: { A: 'b' } }
    expect(onlyEntry(opencode).value).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'x'],
      env: { A: 'b' }
    })
  })

  it('has a note when its timeout looks like seconds', () => {
    expect(onlyEntry({ command: 'x', timeout: 60 }).notes).toEqual([
      '"timeout" is 60, and is read as milliseconds here.'
    ])
  })

  it('of our own format stays exactly as it is', () => {
    const entry = { command: 'npx -y x', enabled: false, env: { A: '${workspaceFolder}' } }
    expect(onlyEntry(entry, 'patchbay', { projectFolder: '/work' })).toEqual({
      value: entry,
      notes: []
    })
  })
})
