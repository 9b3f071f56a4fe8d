import { describe, expect, test } from 'vitest'
import type { ConfigDescription } from '../../../shared/servers/configuration'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerScope, ServerSummary, Standing } from '../../../shared/servers/server-config'
import { groupServers } from './group-servers'

const NO_FILES: ConfigDescription = { files: [], recentProjects: [], changes: [] }

function server(
  scope: ServerScope,
  name: string,
  standing: Standing = { kind: 'usable' }
): ServerSummary {
  return {
    id: `${scope}/${name}` as ServerId,
    name,
    scope,
    standing,
    warnings: [],
    transport: 'stdio',
    command: 'npx',
    args: ['-y', `@acme/${name}`],
    envNames: []
  }
}

describe('the groups', () => {
  test('stand in the order of what counts first, and last what nobody wrote', () => {
    const servers = (['built-in', 'user', 'command line', 'project', 'local'] as const).map(
      (scope) => server(scope, 'one')
    )
    expect(groupServers(servers, NO_FILES).map(({ title }) => title)).toEqual([
      'Local',
      'Project',
      'User',
      'Command line',
      'Built in'
    ])
  })

  test('without servers only User is there, for a place to begin', () => {
    expect(groupServers([], NO_FILES).map(({ scope }) => scope)).toEqual(['user'])
  })

  test('of an open project is there without servers, under its own name', () => {
    const config = { ...NO_FILES, project: { folder: '/srv/shop', name: 'shop' } }
    expect(groupServers([], config)).toMatchObject([
      { scope: 'project', title: 'shop', place: '/srv/shop' },
      { scope: 'user' }
    ])
  })

  test('is there when its file cannot be read', () => {
    const file = {
      scope: 'local',
      path: '/p/local.json',
      exists: true,
      canRestore: false,
      fault: { message: 'It is not JSON.' }
    } as const
    expect(groupServers([], { ...NO_FILES, files: [file] })[0]).toMatchObject({
      scope: 'local',
      isFaulty: true
    })
  })

  test('count what nobody has judged yet', () => {
    const servers = [
      server('user', 'a', { kind: 'untrusted', isChanged: false }),
      server('user', 'b', { kind: 'untrusted', isChanged: true }),
      server('user', 'c', { kind: 'refused' })
    ]
    expect(groupServers(servers, NO_FILES)[0]).toMatchObject({ total: 3, untrusted: 2 })
  })
})

describe('the filter', () => {
  const servers = [
    server('user', 'github'),
    server('user', 'files', { kind: 'disabled' }),
    server('built-in', 'demo')
  ]

  function left(filter: string): readonly string[] {
    return groupServers(servers, NO_FILES, filter).flatMap((group) =>
      group.servers.map(({ name }) => name)
    )
  }

  test.each([
    ['', ['github', 'files', 'demo']],
    ['GIT', ['github']],
    ['acme files', ['files']],
    ['disabled', ['files']],
    ['github demo', []]
  ])('%j leaves %j', (filter, names) => {
    expect(left(filter)).toEqual(names)
  })
})
