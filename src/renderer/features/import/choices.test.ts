import { describe, expect, it } from 'vitest'
import type { ImportedServer, ImportReport } from '../../../shared/servers/configuration'
import { choicesOf, filterFiles, keptEdits, markOf, refusalOf, type Edits } from './choices'

function server(key: string, name: string, rest: Partial<ImportedServer> = {}): ImportedServer {
  return {
    key,
    name,
    status: 'new',
    what: `node ${name}.js`,
    text: '{}',
    faults: [],
    notes: [],
    warnings: [],
    secretFields: [],
    ...rest
  }
}

function reportOf(...files: (readonly ImportedServer[])[]): ImportReport {
  return {
    files: files.map((servers, index) => ({ title: `Tool ${index}`, origin: 'cursor', servers })),
    absent: []
  }
}

function ticked(report: ImportReport, edits: Edits = {}): readonly string[] {
  return [...choicesOf(report, edits, new Set()).values()]
    .filter(({ isTicked }) => isTicked)
    .map(({ server: { key } }) => key)
}

describe('what is ticked', () => {
  it('is nothing that belongs to one folder only, unless it can go there', () => {
    const file = { title: 'Claude Code', origin: 'claude-code', folder: '/srv/shop' } as const
    const tickedOf = (taken?: readonly string[]): boolean | undefined => {
      const local = { ...file, ...(taken && { taken }), servers: [server('1', 'a')] }
      return choicesOf({ files: [local], absent: [] }, {}, new Set()).get('1')?.isTicked
    }
    expect([tickedOf(), tickedOf([])]).toEqual([false, true])
  })

  it('is the same name in two places too, and a new name is free in its own place', () => {
    const local = {
      title: 'local',
      origin: 'claude-code',
      folder: '/srv/shop',
      taken: ['b']
    } as const
    const report = {
      files: [
        { title: 'user', origin: 'claude-code', servers: [server('1', 'a')] } as const,
        { ...local, servers: [server('2', 'a')] }
      ],
      absent: []
    }
    expect(ticked(report)).toEqual(['1', '2'])
    const renamed = choicesOf(report, { 1: { name: 'b' }, 2: { name: 'b' } }, new Set())
    expect([...renamed.values()].map(({ problem }) => problem !== undefined)).toEqual([false, true])
  })

  it('is what is new, and nothing that would replace something', () => {
    const found = [
      server('1', 'a'),
      server('2', 'b', { status: 'same' }),
      server('3', 'c', { status: 'differs' }),
      server('4', 'd', { status: 'invalid' })
    ]
    expect(ticked(reportOf(found))).toEqual(['1'])
  })

  it('is only the first of several with one name, so that the button works at once', () => {
    expect(ticked(reportOf([server('1', 'a')], [server('2', 'a')]))).toEqual(['1'])
  })

  it('is never something that cannot be read', () => {
    const report = reportOf([server('1', 'a', { status: 'invalid' })])
    expect(ticked(report, { 1: { isTicked: true } })).toEqual([])
  })

  it('is the second of a name when the first cannot be read', () => {
    const report = reportOf([server('1', 'a', { status: 'invalid' }), server('2', 'a')])
    expect(ticked(report)).toEqual(['2'])
  })
})

describe('a name', () => {
  it('that two ticked servers have is refused at both', () => {
    const report = reportOf([server('1', 'a'), server('2', 'a')])
    const choices = choicesOf(report, { 2: { isTicked: true } }, new Set())
    expect([...choices.values()].map(({ problem }) => problem)).toEqual([
      '2 ticked servers are called a. Rename one.',
      '2 ticked servers are called a. Rename one.'
    ])
  })

  it('that the person changes makes the server new', () => {
    const report = reportOf([server('1', 'a', { status: 'differs' })])
    const choice = choicesOf(report, { 1: { name: 'b' } }, new Set(['a'])).get('1')
    expect(choice && [choice.isTicked, markOf(choice).word]).toEqual([true, 'new name'])
  })

  it('cannot be changed to one that is there, which nobody has compared', () => {
    const report = reportOf([server('1', 'a')])
    const choices = choicesOf(report, { 1: { name: 'b' } }, new Set(['b']))
    expect(refusalOf(choices.values())).toBe(
      'There is a server called b already. Choose another name.'
    )
  })

  it('may be one that is there when the person ticks what differs', () => {
    const report = reportOf([server('1', 'a', { status: 'differs' })])
    const choices = choicesOf(report, { 1: { isTicked: true } }, new Set(['a']))
    expect(refusalOf(choices.values())).toBeUndefined()
  })

  it('cannot be empty', () => {
    const choices = choicesOf(reportOf([server('1', 'a')]), { 1: { name: ' ' } }, new Set())
    expect(refusalOf(choices.values())).toBe('It needs a name.')
  })
})

it('tells a repeated server from a different one with the same name', () => {
  const report = reportOf(
    [server('1', 'a', { text: '{"url":"x"}' })],
    [server('2', 'a', { text: '{"url":"x"}' }), server('3', 'a', { text: '{"url":"y"}' })]
  )
  const standings = [...choicesOf(report, {}, new Set()).values()].map(({ standing }) => standing)
  expect(standings).toEqual(['new', 'also above', 'differs from above'])
})

it('refuses to import nothing', () => {
  expect(refusalOf([])).toBe('Tick the servers to import.')
})

it('finds servers by words of their name, their command and their file', () => {
  const { files } = reportOf([server('1', 'alpha'), server('2', 'beta')], [server('3', 'alpha')])
  const keys = (filter: string): readonly string[] =>
    filterFiles(files, filter, ({ name }) => name).flatMap(({ servers }) =>
      servers.map(({ key }) => key)
    )
  expect([keys('ALPHA.js'), keys('tool alpha'), keys('1 alpha'), keys('none')]).toEqual([
    ['1', '3'],
    ['1', '3'],
    ['3'],
    []
  ])
})

it('forgets what was said about a server when another one has its key', () => {
  const before = reportOf([server('1', 'a'), server('2', 'b')])
  const after = reportOf([server('1', 'a', { status: 'same' }), server('2', 'c')])
  const edits = { 1: { isTicked: false }, 2: { name: 'mine' } }
  expect(keptEdits(edits, before, after)).toEqual({ 1: { isTicked: false } })
})
