import { describe, expect, it } from 'vitest'
import { FORMAT_TITLES, type ConfigFormat } from '../../shared/servers/configuration'
import { exportServers } from './export'
import { readForeign } from './foreign'
import { translateEntry } from './foreign-entry'
import { ImportReview, withSecrets } from './import-review'

const URL_ONLY = { type: 'http', url: 'https://mcp.example/mcp' }
const REDIRECT_NOTE = /^Its client was registered for .*"oauth\.redirectUrl"\.$/

function imported(access: object, format?: ConfigFormat) {
  const from = format === undefined ? {} : { format }
  const { value, notes } = translateEntry({ ...URL_ONLY, ...access }, from)
  const { type: _type, url: _url, ...rest } = value as Record<string, unknown>
  return { rest, notes }
}

function exported(access: object, format: ConfigFormat, hasValues = true) {
  const servers = [{ name: 'it', value: { ...URL_ONLY, ...access } }]
  const { text, notes } = exportServers(format, servers, { hasValues, inputs: [] })
  const document = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>
  const { it: entry } = document['mcpServers'] ?? document['servers'] ?? {}
  const { type: _type, url: _url, httpUrl: _httpUrl, ...rest } = entry ?? {}
  return { rest, notes, text }
}

const COMPANY = { tokenUrl: 'https://idp.example/token', clientId: 'me', idToken: 'canary' }

/** What each tool writes, and what it is with us. */
const DIALECTS: readonly [ConfigFormat, object, object][] = [
  ['vscode', { oauth: { clientId: 'me' } }, { oauth: { clientId: 'me' } }],
  [
    'claude-code',
    {
      oauth: {
        clientId: 'me',
        callbackPort: 8_080,
        authServerMetadataUrl: 'https://as.example/.well-known/openid-configuration',
        scopes: 'mcp:tools offline_access'
      }
    },
    {
      oauth: {
        clientId: 'me',
        metadataUrl: 'https://as.example/.well-known/openid-configuration',
        scopes: ['mcp:tools', 'offline_access'],
        redirectUrl: 'http://localhost:8080/callback'
      }
    }
  ],
  [
    'cursor',
    { auth: { CLIENT_ID: 'me', CLIENT_SECRET: '${env:CLIENT_SECRET}', scopes: ['read', 'write'] } },
    { oauth: { clientId: 'me', clientSecret: '${CLIENT_SECRET}', scopes: ['read', 'write'] } }
  ],
  [
    'gemini-cli',
    {
      oauth: {
        enabled: true,
        clientId: 'me',
        clientSecret: '${CLIENT_SECRET}',
        authorizationUrl: 'https://as.example/authorize',
        tokenUrl: 'https://as.example/token',
        scopes: ['read']
      }
    },
    {
      oauth: {
        clientId: 'me',
        clientSecret: '${CLIENT_SECRET}',
        authorizationUrl: 'https://as.example/authorize',
        tokenUrl: 'https://as.example/token',
        scopes: ['read'],
        redirectUrl: 'http://localhost:7777/oauth/callback'
      }
    }
  ],
  [
    'gemini-cli',
    { oauth: { enabled: true, clientId: 'me', redirectUri: 'http://localhost:9/cb' } },
    { oauth: { clientId: 'me', redirectUrl: 'http://localhost:9/cb' } }
  ],
  [
    'inspector',
    {
      oauth: {
        clientId: 'me',
        clientSecret: 'c4nary-secret-5d3f',
        scopes: 'read write',
        authorizationParams: { prompt: 'consent' },
        authorizationUrl: 'https://as.example/authorize',
        tokenUrl: 'https://as.example/token',
        onInsufficientScope: 'throw'
      }
    },
    {
      oauth: {
        clientId: 'me',
        clientSecret: 'c4nary-secret-5d3f',
        scopes: ['read', 'write'],
        authorizationParams: { prompt: 'consent' },
        authorizationUrl: 'https://as.example/authorize',
        tokenUrl: 'https://as.example/token',
        onInsufficientScope: 'throw'
      }
    }
  ]
]

describe.each(DIALECTS)('signing in as %s writes it', (format, theirs, ours) => {
  it('becomes fields of ours', () => {
    const { rest, notes } = imported(theirs, format)
    expect(rest).toEqual(ours)
    const isElsewhere = ['vscode', 'cursor', 'inspector'].includes(format)
    expect(notes).toEqual(isElsewhere ? [expect.stringMatching(REDIRECT_NOTE)] : [])
    if (isElsewhere) expect(notes[0]).toContain(FORMAT_TITLES[format])
  })

  it('is the same after an import and an export', () => {
    expect(exported(imported(theirs, format).rest, format)).toMatchObject({
      rest: theirs,
      notes: []
    })
  })
})

describe('signing in as other tools write it', () => {
  it('is understood in a text of which nobody says whose it is', () => {
    const cursor = { auth: { CLIENT_ID: 'me', scopes: ['a'] } }
    expect(imported(cursor)).toEqual({
      rest: { oauth: { clientId: 'me', scopes: ['a'] } },
      notes: []
    })
    expect(
      imported({ oauth: { scope: ' a  b ', authServerMetadataUrl: 'https://x.test' } })
    ).toEqual({ rest: { oauth: { scopes: ['a', 'b'], metadataUrl: 'https://x.test' } }, notes: [] })
  })

  it('leaves what our own files have as it is', () => {
    const own = {
      auth: { token: '${secret:T}' },
      oauth: { grant: 'client-credentials', clientId: 'me', callbackPort: 9, resource: 'urn:x' }
    }
    expect(imported(own)).toEqual({ rest: own, notes: [] })
  })

  it('keeps fields that Patchbay does not know, and says so', () => {
    const oauth = {
      clientId: 'me',
      redirectUri: 'http://localhost:9/cb',
      audiences: ['a'],
      tokenParamName: 't',
      constructor: 'x'
    }
    const { rest, notes } = imported({ oauth }, 'gemini-cli')
    const { redirectUri: _redirectUri, ...kept } = oauth
    expect(rest['oauth']).toEqual({ ...kept, redirectUrl: 'http://localhost:9/cb' })
    expect(notes).toEqual([
      '"oauth.audiences" is kept, but not obeyed: set "oauth.authorizationParams.audience" if the server needs it.',
      '"oauth.tokenParamName" is kept, but not obeyed: Patchbay never puts a token into an address.',
      '"oauth.constructor" is kept, but not obeyed: Patchbay does not know it.'
    ])
  })

  it.each([
    [{ oauth: false }, '"oauth" was false and is left out'],
    [{ oauth: true }, '"oauth" is left out: it is no object'],
    [{ auth: 'oauth' }, '"auth" is left out: it holds no token'],
    [{ auth: { provider: 'x' } }, '"auth" is left out: it holds no token'],
    [{ oauth: { enabled: false } }, '"oauth.enabled" was false'],
    [{ oauth: { clientId: '', clientSecret: null } }, '"oauth.clientId" was empty']
  ])('is left out as a whole with a note: %j', (access, note) => {
    const { rest, notes } = imported(access)
    expect(rest).toEqual({})
    expect(notes[0]).toContain(note)
  })

  it('is left out for a process, but for a token in initialize', () => {
    const auth = { token: '${secret:T}', inInitialize: true }
    expect(translateEntry({ command: 'x', auth, oauth: { clientId: 'me' } }, {})).toEqual({
      value: { command: 'x', auth },
      notes: ['"oauth" is left out: it is for servers with an address.']
    })
    expect(translateEntry({ command: 'x', auth: { CLIENT_ID: 'me' } }, {}).value).toEqual({
      command: 'x'
    })
  })

  it('has a note for helpers that give credentials', () => {
    const { notes } = imported({
      authProviderType: 'google_credentials',
      targetAudience: 'a',
      headersHelper: '/bin/x'
    })
    expect(notes).toEqual([
      '"authProviderType" is kept, but not obeyed: Patchbay does not know that provider.',
      '"headersHelper" is kept, but not obeyed: Patchbay does not get credentials that way.',
      '"targetAudience" is kept, but not obeyed: Patchbay does not get credentials that way.'
    ])
    expect(imported({ authProviderType: 'dynamic_discovery' }).notes).toEqual([])
  })

  it('can be used after the import, shows no secret, and gives the secret to the keyring', () => {
    const auth = { CLIENT_ID: 'me', CLIENT_SECRET: 'canary-short' }
    const text = JSON.stringify({ mcpServers: { it: { url: 'https://x.test/mcp', auth } } })
    const found = readForeign(text, 'cursor')
    const review = new ImportReview([{ title: 'x', origin: 'cursor', found }], new Map())
    const [server] = review.report([]).files[0]?.servers ?? []
    expect(server).toMatchObject({
      status: 'new',
      faults: [],
      secretFields: ['oauth.clientSecret']
    })
    expect(JSON.stringify(server)).not.toContain('canary')
    const taken = review.take(server?.key ?? '')
    const moved = withSecrets(taken?.text ?? '', 'it')
    expect(moved.secrets).toEqual([{ name: 'it-clientSecret', value: 'canary-short' }])
    expect(JSON.parse(moved.text)).toEqual({
      url: 'https://x.test/mcp',
      oauth: { clientId: 'me', clientSecret: '${secret:it-clientSecret}' }
    })
  })

  it('knows every secret of an entry of ours', () => {
    const entry = {
      url: 'https://x.test/mcp',
      auth: { token: 'canary-1' },
      oauth: {
        privateKey: 'canary-2',
        enterprise: { idToken: 'canary-3', clientSecret: 'canary-4' }
      },
      signing: { secret: 'canary-5' },
      tls: { passphrase: 'canary-6', key: '/home/me/key.pem' },
      proxy: 'http://me:canary-7@p.test:3128'
    }
    const { text, secrets } = withSecrets(JSON.stringify(entry), 'it')
    expect(text).not.toContain('canary')
    expect(text).toContain('http://me:${secret:it-password}@p.test:3128')
    expect(secrets).toHaveLength(7)
  })

  it('by a company needs what MCP Inspector keeps in settings of its own', () => {
    const { rest, notes } = imported({ oauth: { enterpriseManaged: true } }, 'inspector')
    expect(rest).toEqual({ oauth: { grant: 'enterprise' } })
    expect(notes).toEqual([
      '"oauth.enterpriseManaged" is now "oauth.grant": "enterprise". Fill in "oauth.enterprise", which MCP Inspector keeps in its own settings.'
    ])
    const off = imported({ oauth: { clientId: 'me', enterpriseManaged: false } })
    expect(off).toEqual({ rest: { oauth: { clientId: 'me' } }, notes: [] })
  })

  it('has roots with names in MCP Inspector', () => {
    const roots = [{ uri: 'file:///srv', name: 'data' }, { uri: 'file:///tmp' }]
    expect(imported({ roots }, 'inspector')).toEqual({
      rest: { roots: ['file:///srv', 'file:///tmp'] },
      notes: ['The names of the "roots" are left out.']
    })
  })
})

describe('an export of how to sign in', () => {
  it('keeps what the tool does not know, and says so', () => {
    const oauth = { clientId: 'me', clientSecret: '${secret:S}', resource: 'urn:x' }
    const { rest, notes } = exported({ oauth }, 'vscode')
    expect(rest).toEqual({ oauth: { ...oauth, clientSecret: '${input:S}' } })
    expect(notes).toContain(
      'it: VS Code does not know "oauth.clientSecret", "oauth.resource". Kept, but without effect there.'
    )
    expect(exported({ oauth }, 'windsurf').notes).toContain(
      'it: Windsurf does not know "oauth". Kept, but without effect there.'
    )
  })

  it('knows of a company in MCP Inspector, but not who it is', () => {
    const oauth = { grant: 'enterprise', enterprise: COMPANY }
    const { rest, notes } = exported({ oauth }, 'inspector')
    expect(rest).toEqual({ oauth: { enterpriseManaged: true, enterprise: COMPANY } })
    expect(notes.join()).toContain('does not know "oauth.enterprise".')
    expect(imported(rest, 'inspector')).toEqual({ rest: { oauth }, notes: [] })
    const alone = exported({ oauth: { grant: 'client-credentials' } }, 'inspector')
    expect(alone.rest).toEqual({ oauth: { grant: 'client-credentials' } })
    expect(alone.notes.join()).toContain('does not know "oauth.grant".')
  })

  it.each(['claude-code', 'cursor', 'gemini-cli'] as const)(
    'for %s comes back as it was, with all that only Patchbay knows',
    (format) => {
      const oauth = {
        grant: 'client-credentials',
        clientId: 'me',
        scopes: ['a'],
        redirectUrl: 'http://localhost:9/elsewhere',
        authorizationParams: { audience: '${A}' }
      }
      const { text } = exported({ oauth }, format)
      const found = readForeign(text, format)
      if ('fault' in found) throw new Error(found.fault.message)
      expect(JSON.parse(found.servers[0]?.text ?? '')).toMatchObject({ oauth })
    }
  )

  it('knows what the tools have besides', () => {
    expect(exported({ headersHelper: '/bin/x' }, 'claude-code').notes).toEqual([])
    expect(exported({ authProviderType: 'x' }, 'gemini-cli').notes).toEqual([])
    const value = { command: 'x', sandboxEnabled: true, sandbox: {} }
    const servers = [{ name: 'it', value }]
    expect(exportServers('vscode', servers, { hasValues: true, inputs: [] }).notes).toEqual([])
  })

  it('makes a header of a token, which every tool has', () => {
    const { rest, notes } = exported({ auth: { token: '${TOKEN}' }, headers: { A: 'b' } }, 'cursor')
    expect(rest).toEqual({ headers: { A: 'b', Authorization: 'Bearer ${env:TOKEN}' } })
    expect(notes).toEqual([])
    const basic = exported({ auth: { token: 'Basic ${TOKEN}' } }, 'claude-code').rest
    expect(basic).toEqual({ headers: { Authorization: 'Basic ${TOKEN}' } })
    const inInitialize = exported({ auth: { token: '${T}', inInitialize: true } }, 'claude-code')
    expect(inInitialize).toMatchObject({
      rest: { auth: { token: '${T}', inInitialize: true } },
      notes: ['it: Claude Code does not know "auth". Kept, but without effect there.']
    })
  })

  it('without values holds no secret of it', () => {
    const access = {
      auth: { token: 'canary-1' },
      oauth: { clientId: 'me', clientSecret: 'canary-2', privateKey: 'canary-3' },
      proxy: 'http://me:canary-4@p.test:3128'
    }
    for (const format of ['vscode', 'cursor', 'gemini-cli', 'inspector', 'patchbay'] as const) {
      const { text, notes } = exported(access, format, false)
      expect(text + notes.join()).not.toContain('canary')
    }
  })
})
