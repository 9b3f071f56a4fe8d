import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { faults, folder, json, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

const [, , , command = '', ...args] = faults('plain')

function project(name: string, servers: object): readonly string[] {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, '.mcp.json'), JSON.stringify({ mcpServers: servers }))
  return ['--project', path]
}

describe('patchbay trust', () => {
  const env = { ELECTRON_RUN_AS_NODE: '1', TOKEN: 'hush-hush-1234' }

  it('is needed before a server of a project runs, and shows what it runs', async () => {
    const where = project('needed', { mine: { command, args, env } })
    const refused = await patchbay(['tools', 'mine', ...where])
    expect(refused.code).toBe(4)
    expect(refused.stderr).toContain('patchbay trust "mine"')

    const shown = await patchbay(['trust', 'mine', ...where])
    expect([shown.code, shown.stderr]).toEqual([
      4,
      'Nobody is here to ask. Say --yes to trust it, or --no to refuse it.'
    ])
    expect(shown.stdout).toContain(args.at(-1))
    expect(shown.stdout).not.toContain('hush')

    expect((await patchbay(['trust', 'mine', '--yes', ...where])).code).toBe(0)
    const { code, stdout } = await patchbay(['tools', 'mine', ...where])
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'echo\tSays what it is told'])
  })

  it('is lost when what the server runs changes', async () => {
    const where = project('lost', { mine: { command, args, env } })
    await patchbay(['trust', 'mine', '--yes', ...where])
    project('lost', { mine: { command, args: [...args, '--more'], env } })
    expect((await patchbay(['tools', 'mine', ...where])).code).toBe(4)
    const { stdout } = await patchbay(['trust', 'mine', ...where])
    expect(stdout).toContain('It has changed since you trusted it.')
    expect(stdout).toMatch(/--more\s+\[added\]/)
  })

  it('can be refused, which is remembered', async () => {
    const where = project('refused', { mine: { command, args } })
    await patchbay(['trust', 'mine', '--no', ...where])
    const { code, answer } = await json(['servers', '--json', ...where])
    expect(code).toBe(0)
    expect(answer).toContainEqual({
      name: 'mine',
      scope: 'project',
      transport: 'stdio',
      standing: { kind: 'refused' }
    })
    const { stderr } = await patchbay(['tools', 'mine', ...where])
    expect(stderr).toContain('you said that you do not trust it')
  })

  it('names the copy of a damaged file with decisions that it writes anew', async () => {
    const where = project('damaged', { mine: { command, args } })
    const profile = join(folder, 'damaged-profile')
    mkdirSync(profile)
    writeFileSync(join(profile, 'trust.json'), '{"entries":')
    const { code, stderr } = await patchbay([
      'trust',
      'mine',
      '--no',
      '--profile',
      profile,
      ...where
    ])
    expect(code).toBe(0)
    const [, copy = ''] = /The previous file is kept as (.+)\.$/m.exec(stderr) ?? []
    expect(readFileSync(copy, 'utf8')).toBe('{"entries":')
  })

  it('can be refused after it was given, which revokes it', async () => {
    const where = project('revoked', { mine: { command, args } })
    await patchbay(['trust', 'mine', '--yes', ...where])
    project('revoked', { mine: { command, args: [...args, '--more'] } })
    await patchbay(['trust', 'mine', '--yes', ...where])
    const refused = await patchbay(['trust', 'mine', '--no', ...where])
    expect([refused.code, refused.stderr]).toEqual([
      0,
      'mine is refused. You trusted it before: that is revoked.'
    ])
    expect((await patchbay(['tools', 'mine', ...where])).code).toBe(4)

    // The definition that was trusted first may not come back by undoing the change.
    project('revoked', { mine: { command, args } })
    const { code, stderr } = await patchbay(['tools', 'mine', ...where])
    expect([code, stderr]).toEqual([4, expect.stringContaining('patchbay trust "mine"')])

    const { stdout } = await patchbay(['audit', 'list', '--json', '--filter', 'trust revoked'])
    expect(JSON.parse(stdout.split('\n').at(-1) ?? '')).toMatchObject({
      method: 'patchbay/trust',
      params: { name: 'mine', decision: 'refuse' },
      result: { revoked: 2 }
    })
  })

  it('is the question of the app, and is written down in its words', async () => {
    const where = project('asked', { mine: { command, args } })
    const asked: string[] = []
    const answering = (isTrusted: boolean) =>
      patchbay(['trust', 'mine', ...where], undefined, {}, undefined, async (question) => {
        asked.push(question)
        return isTrusted
      })
    expect([(await answering(false)).code, (await answering(true)).code]).toEqual([1, 0])
    expect(asked).toEqual(Array(2).fill('May mine run? [y/N] '))
    const { stdout } = await patchbay(['audit', 'list', '--json', '--filter', 'patchbay/trust'])
    const records = stdout.split('\n').map((line) => JSON.parse(line) as { params: object })
    expect(records.slice(-2).map(({ params }) => params)).toMatchObject([
      { name: 'mine', decision: 'not decided' },
      { name: 'mine', decision: 'trust' }
    ])
  })

  it('names a server that is not there', async () => {
    const { code, stderr } = await patchbay(['trust', 'nobody'])
    expect([code, stderr]).toEqual([4, 'There is no server "nobody" that is written down.'])
  })
})

describe('values on the command line', () => {
  it('are asked for by name, and can be given', async () => {
    const env = { ELECTRON_RUN_AS_NODE: '1', KEY: '${input:key}' }
    const where = project('inputs', { mine: { command, args, env } })
    await patchbay(['trust', 'mine', '--yes', ...where])
    const { stderr } = await patchbay(['ping', 'mine', ...where])
    expect(stderr).toContain('Give it with --input key=value.')
    const given = await patchbay(['ping', 'mine', ...where, '--input', 'key=given-1234'])
    expect(given.code).toBe(0)
  })

  it.each([
    ['other', 'mine cannot use "other" as the input env. Give one of these: dev, prod.'],
    ['', 'mine cannot use "" as the input env. Give one of these: dev, prod.']
  ])('are refused where they do not fit: "%s"', async (value, message) => {
    const env = { ELECTRON_RUN_AS_NODE: '1', ENV: '${input:env}' }
    const path = join(folder, `unfit-${value}`)
    mkdirSync(path, { recursive: true })
    const input = { id: 'env', type: 'pickString', description: 'Which', options: ['dev', 'prod'] }
    const servers = { mine: { command, args, env } }
    writeFileSync(join(path, '.mcp.json'), JSON.stringify({ inputs: [input], mcpServers: servers }))
    const where = ['--project', path]
    await patchbay(['trust', 'mine', '--yes', ...where])
    const { stderr } = await patchbay(['ping', 'mine', ...where, '--input', `env=${value}`])
    expect(stderr).toContain(message)
  })
})
