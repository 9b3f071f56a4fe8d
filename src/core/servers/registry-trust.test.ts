import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ServerId } from '../../shared/protocol/ids'
import { idOf, openTestDesk } from '../desk/desk-testing'

type Test = ReturnType<typeof openTestDesk>

function revokeAll({ desk }: Test): void {
  desk.registry.revoke(desk.registry.trustRecords().map(({ hash }) => hash))
}

describe('trust that was given', () => {
  it('is for what was seen, and not for what the file says by then', async () => {
    const test = openTestDesk({ user: { a: { command: 'echo', args: ['harmless'] } } })
    const { subject } = await test.desk.registry.subject('a')
    test.desk.editing.save({
      name: 'a',
      scope: 'user',
      text: '{"command":"sh","args":["-c","evil"]}',
      replaces: idOf(test, 'a')
    })
    expect(() => test.desk.registry.decide('a', subject.hash, 'trust')).toThrow(
      'changed while you looked at it'
    )
    expect(test.desk.registry.summaries()[0]?.standing.kind).toBe('untrusted')
  })

  it('ends what runs when it is taken back, or when the server is disabled', async () => {
    const test = openTestDesk({ user: { a: { command: 'x' }, b: { command: 'y' } } })
    const [a, b] = [idOf(test, 'a'), idOf(test, 'b')]
    for (const id of [a, b]) test.desk.registry.begin(await test.desk.registry.resolve(id))
    expect(test.desk.registry.unwanted()).toEqual([])
    const record = test.desk.registry.trustRecords().find(({ name }) => name === 'a')
    test.desk.registry.revoke([record?.hash ?? ''])
    expect(test.desk.registry.unwanted()).toEqual([a])
    test.desk.editing.disable(b, true)
    expect(test.desk.registry.unwanted()).toEqual([a, b])
  })

  it('is needed until a session begins, however long that takes', async () => {
    const test = openTestDesk({ user: { a: { command: 'x' } } })
    const resolved = await test.desk.registry.resolve(idOf(test, 'a'))
    revokeAll(test)
    expect(() => test.desk.registry.begin(resolved)).toThrow('before you have said')
    expect(test.desk.registry.unwanted()).toEqual([])
  })

  it('is not kept for a draft that was only tried out, unless it is opened later', async () => {
    const test = openTestDesk()
    const draft = { name: 'a', scope: 'user', text: '{"command":"x"}' } as const
    await test.desk.registry.resolveDraft(test.desk.editing.candidate(draft))
    expect(test.desk.registry.trustRecords()).toEqual([])
    const id = test.desk.editing.save(draft)
    await test.desk.registry.resolve(id)
    expect([test.person.asked.length, test.desk.registry.trustRecords().length]).toEqual([1, 1])
  })

  it('of a draft that was tried out is taken back like any other', async () => {
    const test = openTestDesk()
    const draft = { name: 'a', scope: 'user', text: '{"command":"x"}' } as const
    await test.desk.registry.resolveDraft(test.desk.editing.candidate(draft))
    const id = test.desk.editing.save(draft)
    await test.desk.registry.resolve(id)
    revokeAll(test)
    await test.desk.registry.resolve(id)
    expect(test.person.asked).toHaveLength(2)
  })

  it.each([
    ['in a review', async ({ desk }: Test, id: ServerId) => desk.askAbout([id])],
    [
      'from the command line',
      async ({ desk }: Test) => {
        desk.registry.decide('a', (await desk.registry.subject('a')).subject.hash, 'refuse')
      }
    ]
  ])('of a draft that was tried out ends when it is refused %s', async (_where, refuse) => {
    const test = openTestDesk()
    const draft = { name: 'a', scope: 'user', text: '{"command":"x"}' } as const
    await test.desk.registry.resolveDraft(test.desk.editing.candidate(draft))
    const id = test.desk.editing.save(draft)
    test.person.decision = 'refuse'
    await refuse(test, id)
    revokeAll(test)
    test.person.decision = 'later'
    await expect(test.desk.registry.resolve(id)).rejects.toMatchObject({ code: 'DISMISSED' })
  })

  it('is given for what an env file decides only where that was seen', async () => {
    const test = openTestDesk({ project: { a: { command: 'git', envFile: '.env' } } })
    writeFileSync(join(test.project, '.env'), `PATH=${test.project}\n`)
    test.desk.openProject(test.project)
    await test.desk.registry.resolve(idOf(test, 'a'))
    const [[subject] = []] = test.person.asked
    expect(subject?.lines).toContainEqual({ label: 'program', text: 'not found now' })
    expect(subject?.lines).toContainEqual({ label: 'file variable PATH', text: test.project })
    expect(subject?.warnings).toContainEqual({
      kind: 'inline-code',
      message: 'The variable PATH in the env file can make the program run other code.'
    })
  })

  it('does not make anyone agree to a value that they cannot see', async () => {
    const test = openTestDesk({
      user: '{"inputs":[{"id":"k","type":"promptString","password":true,"default":"rm -rf"}],"mcpServers":{"a":{"command":"sh","args":["-c","${input:k}"]}}}'
    })
    await expect(test.desk.registry.resolve(idOf(test, 'a'))).rejects.toThrow()
    expect(test.person.fields).toHaveLength(1)
    expect(test.person.fields[0]).not.toHaveProperty('defaultValue')
  })
})
