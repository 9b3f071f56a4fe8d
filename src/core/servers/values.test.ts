import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { openTestDesk, type TestDesk } from '../desk/desk-testing'

const id = ServerId.parse('user:a')
const asking = { a: { command: 'x', env: { K: '${input:key}' } } }

function open() {
  const test = openTestDesk({ user: asking })
  const { desk, person } = test
  return {
    ...test,
    answer: (value: string | undefined, isRemembering = false) => {
      person.value = value === undefined ? undefined : () => value
      person.isRemembering = isRemembering
    },
    started: async () => (await desk.registry.resolve(id)) as { env?: Record<string, string> },
    remembered: () => rememberedIn(test)
  }
}

async function rememberedIn({ desk }: TestDesk): Promise<readonly string[]> {
  return (await desk.describeSecrets()).secrets.map(({ name }) => name)
}

describe('a value that the person was asked for', () => {
  it('is the one in the secrets once it is remembered, also when it is replaced there', async () => {
    const { desk, answer, started, remembered } = open()
    answer('typed-value-1', true)
    expect((await started()).env).toEqual({ K: 'typed-value-1' })
    const [name = ''] = await remembered()
    await desk.setSecret(name, 'typed-value-2')
    expect((await started()).env).toEqual({ K: 'typed-value-2' })
  })

  it('is asked for again once it is deleted from the secrets, and there again if that is undone', async () => {
    const { desk, person, answer, started, remembered } = open()
    answer('typed-value-1', true)
    await started()
    const [name = ''] = await remembered()
    const { token } = await desk.removeSecret(name)
    answer('typed-value-2')
    expect((await started()).env).toEqual({ K: 'typed-value-2' })
    expect(person.fields).toHaveLength(2)
    await desk.editing.undo(token)
    expect((await started()).env).toEqual({ K: 'typed-value-1' })
  })

  it('can be given anew when it was wrong', async () => {
    const { desk, person, answer, started } = open()
    answer('mistyped-1')
    await started()
    answer('typed-value-2')
    await desk.registry.askForValues(id)
    expect((await started()).env).toEqual({ K: 'typed-value-2' })
    expect(person.fields).toHaveLength(2)
  })

  it('stays as it was when the person does not give another', async () => {
    const { desk, answer, started } = open()
    answer('typed-value-1')
    await started()
    answer(undefined)
    await expect(desk.registry.askForValues(id)).rejects.toMatchObject({ code: 'DISMISSED' })
    expect((await started()).env).toEqual({ K: 'typed-value-1' })
  })

  it.each([
    [true, 1],
    [false, 0]
  ])('given anew is remembered only if they say so: %s', async (isRemembering, count) => {
    const { desk, answer, started, remembered } = open()
    answer('mistyped-1', true)
    await started()
    answer('typed-value-2', isRemembering)
    await desk.registry.askForValues(id)
    expect((await started()).env).toEqual({ K: 'typed-value-2' })
    expect(await remembered()).toHaveLength(count)
  })

  it('is not asked for on behalf of a server that nobody trusts', async () => {
    const { desk, person, answer } = open()
    answer('typed-value-1')
    await expect(desk.registry.askForValues(id)).rejects.toMatchObject({ code: 'TRUST_REQUIRED' })
    expect(person.fields).toEqual([])
  })

  it('can be told from the list that it will be asked for', () => {
    const { desk } = openTestDesk({ user: { ...asking, b: { command: 'x' } } })
    expect(desk.registry.summaries().map(({ hasInputs }) => hasInputs)).toEqual([true, undefined])
  })
})

describe('everything that a server lacks', () => {
  const user = {
    a: { command: 'x', env: { R: '${input:key}', K: '${secret:key}', L: '${secret:OTHER}' } }
  }

  it('is asked for at once, inputs and secrets, and the secrets are kept', async () => {
    const { desk, person } = openTestDesk({ user })
    person.value = ({ id: field }) => `value of ${field}`
    const first = (await desk.registry.resolve(id)) as { env?: Record<string, string> }
    const env = { R: 'value of key', K: 'value of secret:key', L: 'value of secret:OTHER' }
    expect(first.env).toEqual(env)
    expect(person.fields.map(({ label, canRemember }) => [label, canRemember])).toEqual([
      ['key', true],
      ['key', false],
      ['OTHER', false]
    ])
    expect((await desk.describeSecrets()).secrets.map(({ name }) => name)).toEqual(['OTHER', 'key'])
    await desk.registry.resolve(id)
    expect(person.fields).toHaveLength(3)
  })

  it('is not asked for where it is set already', async () => {
    const { desk, person } = openTestDesk({ user })
    await desk.setSecret('OTHER', 'known')
    person.value = () => 'typed'
    await desk.registry.resolve(id)
    expect(person.fields.map(({ id: field }) => field)).toEqual(['key', 'secret:key'])
  })

  it('is named when only secrets are missing and the window is closed', async () => {
    const { desk } = openTestDesk({ user: { a: { command: 'x', env: { K: '${secret:key}' } } } })
    await expect(desk.registry.resolve(id)).rejects.toMatchObject({ code: 'VALUE_MISSING' })
  })
})
