import { expect, it } from 'vitest'
import { readForeign, type FoundServer } from './foreign'

function servers(manifest: unknown): readonly FoundServer[] {
  const found = readForeign(JSON.stringify(manifest))
  if ('fault' in found) throw new Error(found.fault.message)
  return found.servers
}

function valueOf(server: FoundServer | undefined): unknown {
  return JSON.parse(server?.text ?? 'null')
}

const base = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.someone/weather',
  description: 'Tells the weather',
  version: '1.0.2'
}

it('makes an entry of every package and every address', () => {
  const found = servers({
    ...base,
    packages: [
      {
        registryType: 'npm',
        identifier: '@someone/weather-mcp',
        version: '1.0.2',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'start' },
          { type: 'named', name: '--city', valueHint: 'city', isRequired: true },
          { type: 'named', name: '--units', default: 'metric' },
          { type: 'positional', valueHint: 'extra' }
        ],
        environmentVariables: [
          { name: 'WEATHER_KEY', isRequired: true, isSecret: true },
          { name: 'LOG', default: 'info' },
          { name: 'REGION', isRequired: false },
          { name: 'FIXED', value: 'yes' }
        ]
      },
      { registryType: 'pypi', identifier: 'weather', version: '2.0' },
      {
        registryType: 'oci',
        identifier: 'ghcr.io/someone/weather:1.0.2',
        environmentVariables: [{ name: 'KEY', isRequired: true }]
      }
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{tenant}.weather.test/mcp',
        variables: { tenant: { isRequired: true } },
        headers: [{ name: 'X-Key', isRequired: true, isSecret: true }]
      }
    ]
  })
  const description = 'Tells the weather'
  expect(found.map((server) => [server.name, valueOf(server)])).toEqual([
    [
      'weather',
      {
        command: 'npx',
        args: [
          '-y',
          '@someone/weather-mcp@1.0.2',
          'start',
          '--city',
          '${CITY}',
          '--units',
          'metric'
        ],
        env: { WEATHER_KEY: '${WEATHER_KEY}', LOG: '${LOG:-info}', FIXED: 'yes' },
        description
      }
    ],
    ['weather-pypi', { command: 'uvx', args: ['weather==2.0'], description }],
    [
      'weather-oci',
      {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'KEY', 'ghcr.io/someone/weather:1.0.2'],
        env: { KEY: '${KEY}' },
        description
      }
    ],
    [
      'weather-remote',
      {
        type: 'http',
        url: 'https://${TENANT}.weather.test/mcp',
        headers: { 'X-Key': '${X_Key}' },
        description
      }
    ]
  ])
  expect(found[0]?.notes).toEqual([
    'REGION is optional and left out.',
    'The argument extra is optional and left out.'
  ])
})

it('understands the older spelling, and answers of the registry', () => {
  const older = {
    ...base,
    packages: [
      {
        registry_name: 'npm',
        name: 'weather',
        version: '1.0.0',
        environment_variables: [{ name: 'KEY', is_required: true }]
      }
    ]
  }
  const entry = { command: 'npx', args: ['-y', 'weather@1.0.0'], env: { KEY: '${KEY}' } }
  expect(valueOf(servers(older)[0])).toMatchObject(entry)
  expect(valueOf(servers({ servers: [{ server: older, _meta: {} }] })[0])).toMatchObject(entry)
})

it('says what cannot be started, and keeps it', () => {
  const [server] = servers({ ...base, packages: [{ registryType: 'mcpb', identifier: 'x.mcpb' }] })
  expect(server?.notes).toEqual([expect.stringContaining('cannot be imported')])
  expect(valueOf(server)).toMatchObject({ package: { identifier: 'x.mcpb' } })
})

it('warns about a package without a version', () => {
  const [server] = servers({ ...base, packages: [{ registryType: 'npm', identifier: '@a/b' }] })
  expect(valueOf(server)).toMatchObject({ args: ['-y', '@a/b'] })
  expect(server?.notes).toEqual(['The package has no version: whatever is newest would run.'])
})

it.each([{ packages: [5, null, {}] }, { packages: [], remotes: [{ url: 5, headers: 'x' }] }])(
  'survives nonsense in %j',
  (odd) => {
    expect(servers({ ...base, ...odd })).toHaveLength(1)
  }
)
