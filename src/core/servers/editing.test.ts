import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { openTestDesk } from '../desk/desk-testing'

const TEXT = `{
  // mine
  "mcpServers": {
    "a": { "command": "node", "args": ["1"], "x-own": { "kept": true } },
    // about b
    "b": { "command": "node", "env": { "TOKEN": "hush-hush-1", "REF": "\${HOME}" } },
    "c": { "url": "https://ada:pw@example.test/mcp?key=hush-hush-2" }
  },
  "other": [1, 2]
}
`

function open(text = TEXT) {
  const test = openTestDesk({ user: text })
  const path = join(test.profile, 'mcp.json')
  return {
    ...test,
    editing: test.desk.editing,
    written: () => readFileSync(path, 'utf8'),
    names: () => test.desk.scopes.servers().map(({ name }) => name)
  }
}

function projectFile({ project }: { readonly project: string }): object {
  return JSON.parse(readFileSync(join(project, '.mcp.json'), 'utf8')) as object
}

const user = (name: string): ServerId => ServerId.parse(`user:${name}`)

describe('editing', () => {
  it('shows no values, and keeps those that were not touched', () => {
    const { editing, written } = open()
    const draft = editing.read(user('b'))
    expect(draft.text).not.toContain('hush')
    expect(draft.text).toContain('${HOME}')
    const text = draft.text.replace('"node"', '"deno"')
    editing.save({ ...draft, text, replaces: user('b') })
    expect(written()).toBe(TEXT.replace('"b": { "command": "node"', '"b": { "command": "deno"'))
  })

  it('keeps the credentials of an address that is edited elsewhere', () => {
    const { editing, written } = open()
    const draft = editing.read(user('c'))
    expect(draft.text).not.toMatch(/hush|pw/)
    const text = draft.text.replace('"url"', '"transport": "sse", "url"')
    editing.save({ ...draft, text, replaces: user('c') })
    expect(written()).toContain('https://ada:pw@example.test/mcp?key=hush-hush-2')
  })

  it('refuses a hidden value that stands for nothing', () => {
    const { editing } = open()
    const text = '{"command":"x","env":{"NEW":"•••"}}'
    expect(editing.check({ name: 'n', scope: 'user', text }).faults[0]?.message).toMatch(/NEW/)
    expect(() => editing.save({ name: 'n', scope: 'user', text })).toThrow(/NEW/)
  })

  it.each([
    ['{"command":', 1],
    ['{\n  "command": 7\n}', 2],
    ['{}', undefined],
    ['{"command":"a"},"evil":{"command":"b"}', undefined]
  ])('says what is wrong with the draft %j and where', (text, line) => {
    const { editing, written } = open()
    const [fault] = editing.check({ name: 'n', scope: 'user', text }).faults
    expect(fault?.message).toMatch(/\w/)
    if (line !== undefined) expect(fault?.line).toBe(line)
    expect(() => editing.save({ name: 'n', scope: 'user', text })).toThrow()
    expect(written()).toBe(TEXT)
  })

  it('does not overwrite another server by a new one of the same name', () => {
    const { editing, written } = open()
    const draft = { name: 'a', scope: 'user', text: '{"command":"x"}' } as const
    expect(editing.check(draft).faults).toMatchObject([{ field: 'name' }])
    expect(() => editing.save(draft)).toThrow('There is a server a in this scope already.')
    expect(written()).toBe(TEXT)
  })

  it('renames while it saves', () => {
    const { editing, names, written } = open()
    const draft = editing.read(user('b'))
    expect(editing.save({ ...draft, name: 'bee', replaces: user('b') })).toBe(user('b'))
    expect(names()).toEqual(['a', 'bee', 'c'])
    expect(written()).toContain('// about b')
    expect(written()).toContain('hush-hush-1')
  })

  it('deletes, and puts back in the same place with the same text', async () => {
    const { editing, names, written } = open()
    const { token } = editing.remove(user('b'))
    expect(names()).toEqual(['a', 'c'])
    await editing.undo(token)
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(written()).toContain('"TOKEN": "hush-hush-1"')
    await expect(editing.undo(token)).rejects.toThrow('can no longer be undone')
  })

  it('duplicates beside the original, with its values', () => {
    const { editing, names, written } = open()
    expect(editing.duplicate(user('b'))).toBe('user:b 2')
    expect(names()).toEqual(['a', 'b', 'b 2', 'c'])
    expect(written().match(/hush-hush-1/g)).toHaveLength(2)
  })

  it('disables and enables without leaving a trace', () => {
    const { editing, written } = open()
    editing.disable(user('a'), true)
    expect(written()).toContain('"disabled": true')
    editing.disable(user('a'), false)
    expect(written()).toBe(TEXT)
  })

  it('moves, and stops at the ends', () => {
    const { editing, names } = open()
    editing.move(user('a'), 1)
    expect(names()).toEqual(['b', 'a', 'c'])
    editing.move(user('a'), 100)
    expect(names()).toEqual(['b', 'c', 'a'])
  })

  it('copies to another scope under a name that is free there', () => {
    const test = openTestDesk({
      user: '{"inputs":[{"id":"k","type":"promptString"}],"mcpServers":{"a":{"command":"x","args":["${input:k}"]}}}',
      project: { a: { command: 'y' } }
    })
    test.desk.openProject(test.project)
    test.desk.editing.copy(user('a'), 'project')
    expect(projectFile(test)).toMatchObject({
      inputs: [{ id: 'k' }],
      mcpServers: { a: { command: 'y' }, 'a 2': { command: 'x' } }
    })
  })

  it('copies no declaration of an input that the copy does not ask for', () => {
    const test = openTestDesk({
      user: '{"inputs":[{"id":"other","description":"mine"},{"id":"k"}],"mcpServers":{"a":{"command":"x","args":["${input:k}"]}}}'
    })
    test.desk.openProject(test.project)
    test.desk.editing.copy(user('a'), 'project')
    expect(projectFile(test)).toMatchObject({ inputs: [{ id: 'k' }] })
  })

  it('copies no secret into the file of a project, nor as what an input begins with', () => {
    const test = openTestDesk({
      user: '{"inputs":[{"id":"k","password":true,"default":"hush-hush-1"}],"mcpServers":{"a":{"command":"x","args":["${input:k}"]},"b":{"command":"x","env":{"TOKEN":"hush-hush-2"}}}}',
      project: {}
    })
    test.desk.openProject(test.project)
    for (const name of ['a', 'b']) {
      expect(() => test.desk.editing.copy(user(name), 'project')).toThrow('looks like a secret')
    }
    expect(projectFile(test)).toEqual({ mcpServers: {} })
  })

  it('writes a server only where it is, and its hidden values nowhere else', () => {
    const test = openTestDesk({ user: TEXT, project: {} })
    test.desk.openProject(test.project)
    const { editing } = test.desk
    const draft = { ...editing.read(user('b')), scope: 'project' as const, replaces: user('b') }
    const refusal = 'b is a user server. Copy it to the project servers instead.'
    expect(editing.check(draft).faults).toEqual([{ message: refusal }])
    expect(() => editing.save(draft)).toThrow(refusal)
    expect(() => editing.candidate(draft)).toThrow(refusal)
    expect(projectFile(test)).toEqual({ mcpServers: {} })
  })
})

describe('an edit that began before somebody else changed the server', () => {
  it('is refused, and loses neither change', () => {
    const { editing, written, profile } = open()
    const draft = editing.read(user('a'))
    const changed = TEXT.replace('"args": ["1"]', '"args": ["2"]')
    writeFileSync(join(profile, 'mcp.json'), changed)
    editing.disable(user('b'), false) // sees the file as it is now
    const text = draft.text.replace('"node"', '"deno"')
    expect(() => editing.save({ ...draft, text, replaces: user('a'), base: draft.text })).toThrow(
      'changed by another program'
    )
    expect(written()).toBe(changed)
  })
})

describe('a value that is hidden wherever it stands', () => {
  it('is put back where the window got something else in its place', () => {
    const { editing, desk, written } = open(
      '{"mcpServers":{"a":{"command":"x","args":["--name=hush-hush-1","plain"]}}}'
    )
    desk.redactor.add(['hush-hush-1'])
    const draft = editing.read(user('a'))
    const shown = desk.redactor.redactJson(JSON.stringify(draft))
    const { text } = JSON.parse(shown) as { text: string }
    expect(text).toContain('--name=•••')
    editing.save({ ...draft, text: text.replace('plain', 'fancy'), replaces: user('a') })
    expect(written()).toContain('"args":["--name=hush-hush-1","fancy"]')
    expect(() =>
      editing.save({ ...draft, text: '{"command":"•••"}', replaces: user('a') })
    ).toThrow('Write the value again.')
  })
})
