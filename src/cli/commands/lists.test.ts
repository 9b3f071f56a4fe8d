import { afterAll, describe, expect, it, vi } from 'vitest'
import { configWith, faults, json, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

describe('A list that is not complete', () => {
  it('is printed as far as it was read, says so on stderr, and ends with 6', async () => {
    const { code, stdout, stderr } = await patchbay(['tools', ...faults('endlesspages')])
    expect([code, stdout.split('\n').length]).toEqual([6, 200])
    expect(stderr).toContain('it has more than 200 pages. To read more, set pageLimit')
  })

  it('is named beside the lists of resources, whose other keys stay as they are', async () => {
    const config = configWith('pages', { listLimit: 3 })
    const { code, answer } = await json(['resources', 'mine', '--json', '--config', config])
    expect([code, answer]).toMatchObject([
      6,
      { resources: [{}, {}, {}], incomplete: ['resources', 'resourceTemplates'] }
    ])
  })

  it('is what the doctor warns of', async () => {
    const config = configWith('hugepage', { listLimit: 5 })
    const { code, stdout } = await patchbay(['doctor', 'mine', '--config', config])
    expect(code).toBe(1)
    expect(stdout).toContain('it has more than 5 items')
  })
})

describe('A list that is complete', () => {
  it('has no word about it in its JSON', async () => {
    const { code, answer } = await json(['resources', '--json', ...faults('pages')])
    expect([code, Object.keys(answer as object)]).toEqual([0, ['resources', 'resourceTemplates']])
  })

  it('is what a higher limit makes of one that was cut', async () => {
    const config = configWith('hugepage', { listLimit: 30_000 })
    const { code, stdout } = await patchbay(['tools', 'mine', '--config', config])
    expect([code, stdout.split('\n').length > 20_000]).toEqual([0, true])
  })
})
