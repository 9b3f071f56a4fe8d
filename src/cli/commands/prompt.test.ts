import { afterAll, describe, expect, it, vi } from 'vitest'
import { faults, json, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

const UNFIT = ['prompt', 'demo', 'weather-report', '--args', '{"country":"France","town":"Paris"}']

describe('patchbay prompt', () => {
  it('sends nothing where a required argument is left out or one is not known', async () => {
    const { code, stdout, stderr } = await patchbay(UNFIT)
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(
      /The arguments do not fit the prompt weather-report:\n {2}\/city: It is required\.\n {2}\/town: The prompt has no such argument\.\nNothing was sent\. To send them all the same, add --force\.$/
    )
    expect(await json([...UNFIT, '--json'])).toMatchObject({
      code: 4,
      answer: {
        outcome: 'invalid-arguments',
        problems: [
          { pointer: '/city', keyword: 'required' },
          { pointer: '/town', keyword: 'arguments' }
        ]
      }
    })
  })

  it('sends them with --force, and says so', async () => {
    const { code, stderr } = await patchbay([...UNFIT, '--force'])
    expect(stderr).toMatch(/\nThe arguments do not fit .*Sent all the same\./ms)
    expect(code).not.toBe(4)
  })

  it('sends any arguments to a prompt that does not say which it takes', async () => {
    const argv = ['prompt', 'greet', '--args', '{"name":"Ada"}', ...faults('offers')]
    expect(await patchbay(argv)).toMatchObject({
      code: 0,
      stdout: 'user: ["greet",{"name":"Ada"}]'
    })
  })

  it('asks for a prompt that is not listed all the same', async () => {
    const argv = ['prompt', 'other', '--json', ...faults('offers')]
    expect(await json(argv)).toMatchObject({ code: 0, answer: { outcome: 'result' } })
  })
})
