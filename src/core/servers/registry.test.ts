import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { idOf, openTestDesk, temporaryFolder, writeServers } from '../desk/desk-testing'
import { definitionHash } from '../trust/trust'

type Test = ReturnType<typeof openTestDesk>

function revokeAll({ desk }: Test): void {
  desk.registry.revoke(desk.registry.trustRecords().map(({ hash }) => hash))
}

function disableFirst({ desk }: Test): void {
  desk.editing.disable(ServerId.parse('user:a'), true)
}

function changeFirst({ desk }: Test): void {
  const text = '{"command":"x","timeout":5}'
  const replaces = ServerId.parse('user:a')
  desk.editing.save({ name: 'a', scope: 'user', text, replaces })
}

function openProject({ desk, project }: Test): void {
  desk.openProject(project)
}

describe('a server that is written down', () => {
  it('starts only after the person has seen exactly what it runs', async () => {
    const test = openTestDesk({
      user: { a: { command: 'node', args: ['x.js', '--flag'], env: { A: '${HOME}' } } }
    })
    const resolved = await test.desk.registry.resolve(idOf(test, 'a'))
    expect(resolved).toMatchObject({ command: 'node', env: { A: process.env['HOME'] } })
    const [[subject] = []] = test.person.asked
    const lines = subject?.lines.map(({ label, text }) => `${label}: ${text}`).join('\n')
    expect(lines).toMatch(/command: node\nprogram: \/.*node\nargument 1: x\.js\nargument 2: --flag/)
    expect(subject?.flows).toMatchObject([{ kind: 'variable', name: 'HOME' }])
  })

  it('is told from one whose name looks the same, in the list and before it is trusted', async () => {
    const command = 'node'
    const test = openTestDesk({
      user: { files: { command }, fi1es: { command }, other: { command } }
    })
    const said = test.desk.registry.summaries().map(({ warnings }) => warnings[0]?.message)
    const words = 'Its name looks like that of another server:'
    expect(said).toEqual([`${words} fi1es.`, `${words} files.`, undefined])
    await test.desk.registry.resolve(idOf(test, 'fi1es'))
    expect(test.person.asked[0]?.[0]?.warnings).toMatchObject([{ kind: 'look-alike' }])
  })

  it('is known as it was opened, with its values, for as long as it is open', async () => {
    const test = openTestDesk({ user: { a: { command: 'node', env: { A: '${HOME}' } } } })
    const { registry } = test.desk
    const id = idOf(test, 'a')
    expect(registry.openedAs(id)).toBeUndefined()
    const resolved = await registry.resolve(id)
    registry.begin(resolved)
    expect(registry.openedAs(id)).toBe(resolved)
    registry.forgetOpened(id)
    expect(registry.openedAs(id)).toBeUndefined()
  })

  it('is asked about once, and again when what it runs has changed', async () => {
    const test = openTestDesk({ user: { a: { command: 'node', args: ['1'] } } })
    const id = idOf(test, 'a')
    await test.desk.registry.resolve(id)
    await test.desk.registry.resolve(id)
    expect(test.person.asked).toHaveLength(1)
    test.desk.editing.save({
      name: 'a',
      scope: 'user',
      text: '{"command":"node","args":["2"]}',
      replaces: id
    })
    expect(test.desk.registry.summaries()[0]?.standing).toEqual({
      kind: 'untrusted',
      isChanged: true
    })
    await test.desk.registry.resolve(id)
    const [subject] = test.person.asked[1] ?? []
    const argument = subject?.lines.find(({ label }) => label === 'argument 1')
    expect(argument).toEqual({
      label: 'argument 1',
      text: '2',
      change: { kind: 'changed', before: '1' }
    })
  })

  it('stays trusted when only its name or its settings change', async () => {
    const test = openTestDesk({ user: { a: { command: 'node', args: ['1'] } } })
    await test.desk.registry.resolve(idOf(test, 'a'))
    const id = idOf(test, 'a')
    test.desk.editing.rename(id, 'b')
    const text = '{"command":"node","args":["1"],"timeout":5}'
    test.desk.editing.save({ name: 'b', scope: 'user', text, replaces: id })
    await test.desk.registry.resolve(id)
    expect(test.person.asked).toHaveLength(1)
  })

  it('does not run when the person does not decide, and is asked about again', async () => {
    const test = openTestDesk({ user: { a: { command: 'node' } } })
    test.person.decision = 'later'
    const refused = { code: 'DISMISSED' }
    await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toMatchObject(refused)
    await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toMatchObject(refused)
    expect(test.person.asked).toHaveLength(2)
  })

  it('does not run, and is not asked about, once it is refused; a review can change that', async () => {
    const test = openTestDesk({ user: { a: { command: 'node' } } })
    const id = idOf(test, 'a')
    test.person.decision = 'refuse'
    await expect(test.desk.registry.resolve(id)).rejects.toThrow()
    await expect(test.desk.registry.resolve(id)).rejects.toMatchObject({ code: 'TRUST_REQUIRED' })
    expect(test.person.asked).toHaveLength(1)
    expect(test.desk.registry.summaries()[0]?.standing.kind).toBe('refused')
    const after = openTestDesk({ profile: test.profile })
    expect(after.desk.registry.summaries()[0]?.standing.kind).toBe('refused')
    after.person.decision = 'trust'
    await after.desk.askAbout([id])
    await after.desk.registry.resolve(id)
    expect(after.person.asked[0]?.[0]?.wasRefused).toBe(true)
  })

  it('is chosen for itself when several are asked about at once', async () => {
    const test = openTestDesk({ project: { a: { command: 'x' }, b: { command: 'y' } } })
    test.desk.openProject(test.project)
    await test.desk.askAbout([idOf(test, 'a'), idOf(test, 'b')])
    expect(test.person.asked.map((subjects) => subjects.map(({ name }) => name))).toEqual([
      ['a', 'b']
    ])
    expect(test.desk.registry.summaries().map(({ standing }) => standing.kind)).toEqual([
      'usable',
      'usable'
    ])
    const [record] = test.desk.registry.trustRecords()
    test.desk.registry.revoke([record?.hash ?? ''])
    const kinds = test.desk.registry.summaries().map(({ standing }) => standing.kind)
    expect(kinds.toSorted()).toEqual(['untrusted', 'usable'])
  })

  it('is not trusted because the same definition is trusted in another file', async () => {
    const test = openTestDesk({
      user: { a: { command: 'node' } },
      project: { b: { command: 'node' } }
    })
    test.desk.openProject(test.project)
    await test.desk.registry.resolve(idOf(test, 'a'))
    expect(
      test.desk.registry.summaries().map(({ name, standing }) => [name, standing.kind])
    ).toEqual([
      ['b', 'untrusted'],
      ['a', 'usable']
    ])
  })

  it('that another program writes is untrusted, whatever was there before', async () => {
    const test = openTestDesk({ user: { a: { command: 'node' } } })
    await test.desk.registry.resolve(idOf(test, 'a'))
    writeServers(join(test.profile, 'mcp.json'), {
      a: { command: 'node', args: ['-e', 'evil'] },
      b: { command: 'python' }
    })
    await vi.waitFor(() =>
      expect(test.desk.registry.summaries().map(({ standing }) => standing)).toEqual([
        { kind: 'untrusted', isChanged: true },
        { kind: 'untrusted', isChanged: false }
      ])
    )
  })

  it('that is disabled, shadowed or wrong cannot be opened, and says why', async () => {
    const test = openTestDesk({
      user: { a: { command: 'x' }, off: { command: 'x', disabled: true }, bad: {} },
      project: { a: { command: 'y' } }
    })
    test.desk.openProject(test.project)
    const user = (name: string) => test.desk.registry.resolve(ServerId.parse(`user:${name}`))
    await expect(user('a')).rejects.toThrow('in the project scope counts')
    await expect(user('off')).rejects.toThrow('It is disabled.')
    await expect(user('bad')).rejects.toThrow('neither')
    expect(test.person.asked).toEqual([])
  })
})

describe('a hostile project', () => {
  it('starts nothing, connects nowhere and reads nothing when it is opened', async () => {
    const connected = vi.fn()
    const canary = createServer(connected)
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const { port } = canary.address() as { port: number }
    const folder = temporaryFolder()
    const file = join(folder, 'canary')
    const test = openTestDesk({
      project: {
        touch: { command: 'touch', args: [file] },
        call: { url: `http://127.0.0.1:${port}/?k=\${CANARY_VARIABLE}` },
        read: { command: 'node', envFile: join(folder, 'missing.env') }
      }
    })
    test.desk.openProject(test.project)
    test.desk.registry.summaries()
    test.person.decision = 'later'
    await test.desk.askAbout(test.desk.scopes.servers().map(({ id }) => id))
    expect(existsSync(file)).toBe(false)
    expect(connected).not.toHaveBeenCalled()
    canary.close()
  })
})

describe('the values of a trusted server', () => {
  it('come from the env file, below its own variables', async () => {
    const test = openTestDesk({
      project: { a: { command: 'x', envFile: '.env', env: { A: 'own' } } }
    })
    writeFileSync(join(test.project, '.env'), 'A=file\nB="from file"\n')
    test.desk.openProject(test.project)
    const resolved = await test.desk.registry.resolve(idOf(test, 'a'))
    expect(resolved).toMatchObject({ env: { A: 'own', B: 'from file' }, cwd: test.project })
  })

  it('are asked for once, and only after trust', async () => {
    const test = openTestDesk({
      user: '{"inputs":[{"id":"key","type":"promptString","description":"The key","password":true}],"mcpServers":{"a":{"command":"x","env":{"K":"${input:key}"}}}}'
    })
    test.person.decision = 'later'
    await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toThrow()
    expect(test.person.fields).toEqual([])
    test.person.decision = 'trust'
    test.person.value = () => 'typed-value-1'
    expect(await test.desk.registry.resolve(idOf(test, 'a'))).toMatchObject({
      env: { K: 'typed-value-1' }
    })
    await test.desk.registry.resolve(idOf(test, 'a'))
    expect(test.person.fields).toMatchObject([
      { id: 'key', description: 'The key', isSecret: true }
    ])
    expect(test.desk.redactor.redact('it is typed-value-1')).toBe('it is •••')
  })

  it.each([
    ['no longer trusted', revokeAll, 'before you have said that you trust it'],
    ['disabled', disableFirst, 'It is disabled.'],
    ['shadowed', openProject, 'in the project scope counts'],
    ['another', changeFirst, 'changed meanwhile']
  ])('are of no use when it is %s by the time they are given', async (_how, change, why) => {
    const asking = { command: 'x', env: { K: '${input:key}' } }
    const test = openTestDesk({ user: { a: asking }, project: { a: { command: 'y' } } })
    test.person.value = () => {
      change(test)
      return 'typed-value-1'
    }
    await expect(test.desk.registry.resolve(ServerId.parse('user:a'))).rejects.toThrow(why)
  })

  it('are of no use to a draft that is no longer to be tried out by then', async () => {
    const test = openTestDesk()
    const text = '{"command":"x","args":["${input:key}"]}'
    const candidate = test.desk.editing.candidate({ name: 'a', scope: 'user', text })
    test.person.value = () => {
      test.desk.registry.revoke([definitionHash(candidate.definition, candidate.source)])
      return 'typed-value-1'
    }
    await expect(test.desk.registry.resolveDraft(candidate)).rejects.toMatchObject({
      code: 'TRUST_REQUIRED'
    })
  })

  it('can be remembered as a secret, for the file that asked and no other', async () => {
    const servers = { a: { command: 'x', env: { K: '${input:key}' } } }
    const test = openTestDesk({ user: servers, project: { b: servers.a } })
    test.desk.openProject(test.project)
    test.person.value = () => 'typed-value-1'
    test.person.isRemembering = true
    await test.desk.registry.resolve(idOf(test, 'a'))
    expect((await test.desk.describeSecrets()).secrets).toHaveLength(1)
    await test.desk.registry.resolve(idOf(test, 'b'))
    expect(test.person.fields).toHaveLength(2)
  })

  it('that are missing keep it from starting, all of them named', async () => {
    const test = openTestDesk({
      user: { a: { command: 'x', args: ['${NO_SUCH_1}'], env: { K: '${secret:nowhere}' } } }
    })
    await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toMatchObject({
      code: 'VALUE_MISSING',
      message: expect.stringMatching(/NO_SUCH_1.*nowhere/) as unknown
    })
    expect((await test.desk.describeSecrets()).missing).toEqual([
      { name: 'nowhere', usedBy: ['a'] }
    ])
    await test.desk.setSecret('nowhere', 'there now')
    await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toThrow(/NO_SUCH_1/)
  })
})
