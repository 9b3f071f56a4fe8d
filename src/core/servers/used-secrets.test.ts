import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { openTestDesk } from '../desk/desk-testing'

const asking = { command: 'x', env: { K: '${input:key}', T: '${secret:token}' } }

describe('what is told of secrets', () => {
  it('names the servers that ask for one, also when it is the answer to a question', async () => {
    const test = openTestDesk({ user: { a: asking, b: asking }, project: { c: asking } })
    const { desk, person } = test
    desk.openProject(test.project)
    await desk.setSecret('token', 'hush-hush-1')
    person.value = () => 'typed-value-1'
    person.isRemembering = true
    await desk.registry.resolve(ServerId.parse('user:a'))
    const { secrets, missing } = await desk.describeSecrets()
    expect(secrets.map(({ name, usedBy }) => [name.split('.')[0], usedBy])).toEqual([
      ['input', ['a', 'b']],
      ['token', ['c', 'a', 'b']]
    ])
    expect(missing).toEqual([])
  })

  it('counts as missing what was never set, and not what will be asked for', async () => {
    const { desk } = openTestDesk({ user: { a: asking } })
    expect((await desk.describeSecrets()).missing).toEqual([{ name: 'token', usedBy: ['a'] }])
  })

  it('counts the model that is asked among those who use one', async () => {
    const { desk } = openTestDesk({ user: { a: asking }, modelKey: 'token' })
    const usedBy = ['a', 'the model for sampling']
    expect((await desk.describeSecrets()).missing).toEqual([{ name: 'token', usedBy }])
    await desk.setSecret('token', 'hush-hush-1')
    expect((await desk.describeSecrets()).secrets).toMatchObject([{ name: 'token', usedBy }])
  })

  it.each(['My Key', 'näme', 'a/b:c', 'x'.repeat(200)])(
    'lets whatever is missing be set, also when it is called %s',
    async (name) => {
      const { desk, person } = openTestDesk({
        user: { a: { command: 'x', env: { K: `\${secret:${name}}` } } }
      })
      person.value = () => 'typed-value-1'
      expect((await desk.describeSecrets()).missing).toEqual([{ name, usedBy: ['a'] }])
      await desk.askForSecret(name)
      const resolved = await desk.registry.resolve(ServerId.parse('user:a'))
      expect(resolved).toMatchObject({ env: { K: 'typed-value-1' } })
    }
  )

  it.each([' a', 'a\n', 'a}b', 'x'.repeat(201)])(
    'asks for no secret that could not be set: %j',
    async (name) => {
      const { desk, person } = openTestDesk({
        user: { a: { command: 'x', env: { K: `\${secret:${name}}` } } }
      })
      expect((await desk.describeSecrets()).missing.map((each) => each.name)).not.toContain(name)
      await expect(desk.askForSecret(name)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(person.fields).toEqual([])
    }
  )
})
