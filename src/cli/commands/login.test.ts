import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  authorize,
  type OddAuthorizationServer
} from '../../core/auth/fakes/fake-authorization-server'
import { KeyringFault } from '../../core/secrets/keyring'
import { browser, deskWith, leaveDesks, signedIn } from '../sign-in-testing'
import { folder, keyring, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterEach(leaveDesks)
afterAll(tidy)

/** Everything that the authorization server has given out, which nobody may see. */
function tokensOf({ authorization }: OddAuthorizationServer): readonly string[] {
  const { access, refresh } = authorization.tokens
  return [...access.keys(), ...refresh.keys()]
}

function expectNoTokens(odd: OddAuthorizationServer, ...texts: readonly string[]): void {
  const tokens = tokensOf(odd)
  expect(tokens).not.toEqual([])
  for (const text of texts) for (const token of tokens) expect(text).not.toContain(token)
}

describe('patchbay login', () => {
  it('opens the browser, says each step, and lets other commands use what comes of it', async () => {
    const { odd, where } = await deskWith()
    const { BROWSER, visited } = browser()
    const { code, stdout, stderr } = await patchbay(['login', 'mine', ...where], undefined, {
      BROWSER
    })
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Signed in to mine\. Issuer: .+ Client: .+ Scopes: mcp:tools\. Valid /)
    ])
    expect(stderr).toContain(visited())
    expect(stderr).toMatch(/✓ Asked the server\. The server wants a sign-in \(401\)\./)
    expect(stderr).toContain('✓ Got tokens.')

    const called = await patchbay(['call', 'mine', 'whoami', ...where])
    expect([called.code, called.stdout]).toEqual([0, expect.stringContaining('mcp:tools')])
    expectNoTokens(odd, stdout, stderr, called.stdout, called.stderr)
  })

  it('writes nothing of it to disk as it is, nor into a recording', async () => {
    const desk = await deskWith()
    const { BROWSER } = browser()
    const recording = join(folder, 'login.jsonl')
    const argv = ['login', 'mine', '--traffic', recording, ...desk.where]
    expect((await patchbay(argv, undefined, { BROWSER })).code).toBe(0)
    const profile = desk.where.at(-1) ?? ''
    const files = readdirSync(profile, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    expect(files.length).toBeGreaterThan(0)
    expectNoTokens(desk.odd, readFileSync(recording, 'utf8'), ...files)
  })

  it('only prints the address with --no-browser, and waits', async () => {
    const { where } = await deskWith()
    const heard: string[] = []
    const finished = patchbay(['login', 'mine', '--no-browser', ...where], undefined, {}, (text) =>
      heard.push(text)
    )
    const page = await vi.waitFor(() => {
      const [, found] = /^ {2}(http\S+)$/m.exec(heard.join('\n')) ?? []
      if (found === undefined) throw new Error('no page yet')
      return found
    }, 30_000)
    await fetch(await authorize(page))
    expect((await finished).code).toBe(0)
    const { port } = new URL(new URL(page).searchParams.get('redirect_uri') ?? '')
    expect(heard.join('\n')).toContain(`ssh -L ${port}:127.0.0.1:${port}`)
  })

  it('asks for other scopes', async () => {
    const { where } = await deskWith()
    const { BROWSER } = browser()
    const argv = ['login', 'mine', '--scope', 'mcp:tools  mcp:admin', '--json', ...where]
    const { code, stdout } = await patchbay(argv, undefined, { BROWSER })
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { server: 'mine', scopes: ['mcp:tools', 'mcp:admin'], isKept: true }
    ])
    expect((await patchbay(['call', 'mine', 'admin-report', ...where])).code).toBe(0)
    expect((await patchbay(['login', 'mine', '--scope', 'a"b', ...where])).code).toBe(4)
  })

  it('says that access was denied', async () => {
    const { where } = await deskWith({ authorization: { decision: { error: 'access_denied' } } })
    const { BROWSER } = browser()
    const denied = await patchbay(['login', 'mine', ...where], undefined, { BROWSER })
    expect([denied.code, denied.stdout]).toEqual([5, ''])
    expect(denied.stderr).toContain('Access was denied on the page of the authorization server.')
  })

  it('ends at once when it is interrupted, and keeps nothing', async () => {
    const { where } = await deskWith()
    const interrupt = new AbortController()
    const argv = ['login', 'mine', '--no-browser', ...where]
    const finished = patchbay(argv, interrupt.signal, {}, (text) => {
      if (text.includes('Open this page')) interrupt.abort()
    })
    expect((await finished).code).toBe(130)
    expect(await patchbay(['auth', 'list', ...where.slice(2)])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There are no sign-ins.'
    })
  })

  it('is not for a server that is a process', async () => {
    const { code, stderr } = await patchbay(['login', 'demo'])
    expect([code, stderr]).toEqual([
      4,
      'demo is started by a command, so there is nothing to sign in to.'
    ])
  })
})

describe('A keyring that cannot be used', () => {
  it.each([
    ['none', 'There is no keyring that Patchbay can use'],
    ['locked', 'Your keyring is locked.'],
    ['silent', 'Your keyring does not answer.']
  ] as const)('is told of before anything happens: %s', async (kind, sentence) => {
    const { odd, where } = await deskWith()
    keyring.fault = new KeyringFault(kind, 'why')
    const { code, stdout, stderr } = await patchbay(['login', 'mine', ...where])
    expect([code, stdout, odd.requests]).toEqual([5, '', []])
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('PATCHBAY_CLIENT_ID')
  })

  it('is told of where a sign-in is in it', async () => {
    const { where } = await signedIn()
    keyring.fault = new KeyringFault('locked', 'locked')
    const { code, stderr } = await patchbay(['tools', 'mine', ...where])
    expect([code, stderr]).toEqual([5, expect.stringContaining('Your keyring is locked.')])
    const listed = await patchbay(['auth', 'list', ...where.slice(2)])
    expect(listed).toEqual({
      code: 5,
      stdout: '',
      stderr: 'Your keyring is locked. Unlock it and try again.'
    })
    expect((await patchbay(['logout', 'mine', ...where])).code).toBe(5)
  })

  it('is not asked for servers that nobody has signed in to', async () => {
    const { where } = await deskWith()
    const before = keyring.asked
    expect((await patchbay(['tools', 'mine', ...where])).code).toBe(5)
    expect(keyring.asked).toBe(before)
  })
})

describe('Commands without a sign-in', () => {
  it.each([
    ['tools', []],
    ['ping', []],
    ['call', ['whoami']],
    ['doctor', []]
  ])('say with code 5 what to type: %s', async (command, operands) => {
    const { odd, where } = await deskWith()
    const [, config = '', , profile = ''] = where
    const env = { BROWSER: 'no-browser-may-be-opened' }
    const argv = [command, 'mine', ...operands, ...where]
    const { code, stderr } = await patchbay(argv, undefined, env)
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(
        `To sign in: patchbay login "mine" --config "${config}" --profile "${profile}"`
      )
    ])
    expect(odd.asked('authorization')).toEqual([])
  })

  it('name the scopes that a tool needs, and how to grant them', async () => {
    const { where } = await signedIn()
    const { code, stdout, stderr } = await patchbay(['call', 'mine', 'admin-report', ...where])
    expect([code, stdout]).toEqual([5, ''])
    expect(stderr).toContain('admin-report needs more than you have granted: mcp:admin.')
    expect(stderr).toMatch(/patchbay login "mine" .* --scope "mcp:tools mcp:admin"$/)
  })

  it('never print scopes that a shell would run', async () => {
    const { where } = await signedIn({ server: { toolScopes: { evil: '$(touch${IFS}x)' } } })
    const { stderr } = await patchbay(['call', 'mine', 'evil', ...where])
    expect(stderr).toContain("--scope 'mcp:tools $(touch${IFS}x)'")
  })

  it('renew tokens that have expired, and say so where that is over too', async () => {
    const { odd, where } = await signedIn()
    odd.authorization.tokens.expireTokens()
    expect((await patchbay(['ping', 'mine', ...where])).code).toBe(0)
    odd.authorization.tokens.expireTokens()
    odd.authorization.tokens.expireRefreshTokens()
    const { code, stderr } = await patchbay(['ping', 'mine', ...where])
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(
        'mine wants you to sign in. The server no longer accepts your sign-in. To sign in: '
      )
    ])
  })

  it('lose no tokens when two of them renew the same at once', async () => {
    const { odd, where } = await signedIn()
    odd.authorization.tokens.expireTokens()
    const both = [1, 2].map(() => patchbay(['call', 'mine', 'whoami', ...where]))
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([0, 0])
    odd.authorization.tokens.expireTokens()
    expect((await patchbay(['ping', 'mine', ...where])).code).toBe(0)
  })
})

describe('patchbay auth list', () => {
  it('shows who is signed in where, and no token', async () => {
    const { odd, where } = await signedIn()
    const profile = where.slice(2)
    const plain = await patchbay(['auth', 'list', ...profile])
    expect(plain.stdout.split('\t')).toEqual([
      `${odd.url} (no listed server)`,
      odd.authorization.issuer,
      expect.any(String),
      'mcp:tools',
      expect.stringMatching(/^until .+Z, renewed$/),
      'memory for tests'
    ])
    const { stdout } = await patchbay(['auth', 'list', '--json', ...profile])
    expect(JSON.parse(stdout)).toMatchObject([
      { url: odd.url, clientSource: 'dynamic', scopes: ['mcp:tools'], canRefresh: true }
    ])
    expectNoTokens(odd, plain.stdout, stdout)
  })
})

describe('patchbay auth clear', () => {
  it('forgets the sign-in of a server that is no longer listed', async () => {
    const { odd, where } = await signedIn()
    const profile = where.slice(2)
    const cleared = await patchbay(['auth', 'clear', odd.url, ...profile])
    expect([cleared.code, cleared.stdout]).toEqual([0, expect.stringContaining('was cleared')])
    expect((await patchbay(['auth', 'list', ...profile])).stdout).toBe('')
    const again = await patchbay(['auth', 'clear', odd.url, ...profile])
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('No sign-in is kept')])
  })
})

describe('A sign-in of a server of a project', () => {
  it('has its name, and can be forgotten also where the definition has changed', async () => {
    const { odd } = await deskWith()
    const project = join(folder, 'protected-project')
    mkdirSync(project)
    const write = (mine: object): void =>
      writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { mine } }))
    const definition = { url: odd.url, type: 'http', era: 'legacy' }
    const where = ['--project', project]
    write(definition)
    await patchbay(['trust', 'mine', '--yes', ...where])
    const { stderr } = await patchbay(['tools', 'mine', ...where])
    expect(stderr).toContain(`To sign in: patchbay login "mine" --project "${project}"`)
    const { BROWSER } = browser()
    expect((await patchbay(['login', 'mine', ...where], undefined, { BROWSER })).code).toBe(0)
    expect((await patchbay(['auth', 'list', ...where])).stdout).toMatch(/^mine\t/)
    const used = await patchbay(['auth', 'clear', odd.url, ...where])
    expect([used.code, used.stderr]).toEqual([4, expect.stringContaining('patchbay logout "mine"')])

    write({ ...definition, headers: { 'X-Other': 'yes' } })
    expect((await patchbay(['tools', 'mine', ...where])).code).toBe(4)
    const { code, stdout } = await patchbay(['logout', 'mine', ...where])
    expect([code, stdout]).toEqual([0, expect.stringContaining('nobody was asked to revoke')])
    expect((await patchbay(['auth', 'list', ...where])).stdout).toBe('')
  })
})

describe('patchbay doctor', () => {
  it('is let in by a sign-in, and says so', async () => {
    const { where } = await signedIn()
    const { stdout } = await patchbay(['doctor', 'mine', ...where])
    expect(stdout).toContain('Authorization. It lets us in; we send your sign-in.')
  })
})

describe('Tokens', () => {
  it('are in no answer and no recording, not even with --reveal', async () => {
    const { odd, where } = await signedIn()
    odd.authorization.tokens.expireTokens()
    const recording = join(folder, 'revealed.jsonl')
    const argv = ['call', 'mine', 'whoami', '--reveal', '--traffic', recording, ...where]
    const { code, stdout, stderr } = await patchbay(argv)
    expect(code).toBe(0)
    expectNoTokens(odd, stdout, stderr, readFileSync(recording, 'utf8'))
  })
})

describe('patchbay logout', () => {
  it('has the tokens revoked, and says so', async () => {
    const { odd, where } = await signedIn()
    expect((await patchbay(['logout', 'mine', ...where])).stdout).toBe(
      'Signed out of mine. The authorization server has revoked the tokens.'
    )
    expect(odd.asked('revocation').length).toBeGreaterThan(0)
    expect((await patchbay(['tools', 'mine', ...where])).code).toBe(5)
    expect((await patchbay(['logout', 'mine', ...where])).stdout).toBe(
      'You were not signed in to mine.'
    )
  })

  it('says how long they stay valid where nobody revokes them', async () => {
    const { where } = await signedIn({
      authorization: { metadata: { revocation_endpoint: undefined } }
    })
    expect((await patchbay(['logout', 'mine', ...where])).stdout).toMatch(
      /^Signed out of mine\. The authorization server offers no revocation: the tokens stay valid there until .+Z\.$/
    )
  })
})

describe('patchbay help', () => {
  it('explains one command', async () => {
    const { code, stdout } = await patchbay(['help', 'login'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('--no-browser     print the address')
    ])
    expect(stdout).not.toContain('patchbay tools')
    expect((await patchbay(['login', '--help'])).stdout).toBe(stdout)
    expect((await patchbay(['help', 'ping'])).stdout).toBe((await patchbay(['help'])).stdout)
  })
})
