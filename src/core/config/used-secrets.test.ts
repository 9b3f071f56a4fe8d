import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/ids'
import { openTestDesk } from './desk-testing'

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
})
