import { afterEach, describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { authorize, type OddOptions } from './fakes/fake-authorization-server'
import { bench, Bench, endBenches, goTo, signedIn } from './sign-in-bench'

afterEach(endBenches)

describe('signing in', () => {
  it('opens no browser by itself, and says that a sign-in is needed', async () => {
    const it = await bench()
    await expect(it.open()).rejects.toMatchObject({ code: WorkbenchErrorCode.AuthRequired })
    expect({ opened: it.opened, phase: it.state.phase }).toEqual({ opened: [], phase: 'needed' })
  })

  it('opens the server once the person has signed in', async () => {
    const it = await signedIn()
    expect(it.state).toMatchObject({
      phase: 'signed-in',
      facts: { clientSource: 'dynamic', isKept: true, deviations: [], scopes: ['mcp:tools'] }
    })
  })

  it('asks for the resource and with PKCE, and registers as a native program', async () => {
    const it = await signedIn()
    const page = new URL(it.opened[0] ?? '').searchParams
    const [registration] = it.odd.asked('registration')
    const [token] = it.odd.asked('token')
    expect({
      method: page.get('code_challenge_method'),
      resource: page.get('resource'),
      tokenResource: token?.form['resource'],
      type: (registration?.json as Record<string, unknown>)['application_type']
    }).toEqual({
      method: 'S256',
      resource: it.odd.url,
      tokenResource: it.odd.url,
      type: 'native'
    })
  })

  it('asks for no scopes where nobody names any', async () => {
    const it = await signedIn({
      server: { challengeScope: undefined, resourceMetadata: { scopes_supported: undefined } }
    })
    expect(new URL(it.opened[0] ?? '').searchParams.has('scope')).toBe(false)
  })

  it('finds the way without a word in the challenge', async () => {
    const it = await signedIn({ server: { challenge: '', resourceMetadataAt: ['root'] } })
    expect(it.state.phase).toBe('signed-in')
  })

  it('uses the addresses of 2025-03-26 where there is no metadata at all', async () => {
    const it = await signedIn({
      isOneOrigin: true,
      server: { resourceMetadataAt: [], challengeNames: 'none', checksAudience: false },
      authorization: { metadataAt: [] }
    })
    expect(it.odd.asked('authorization')[0]?.path).toBe('/authorize')
  })

  it.each<[string, OddOptions, string]>([
    [
      'no PKCE',
      { authorization: { metadata: { code_challenge_methods_supported: undefined } } },
      'does not say that it supports PKCE'
    ],
    [
      'PKCE without S256',
      { authorization: { metadata: { code_challenge_methods_supported: ['plain'] } } },
      'only with plain'
    ],
    [
      'another iss',
      { authorization: { iss: () => 'https://evil.example' } },
      'from another authorization server'
    ],
    [
      'an iss that is equal only when it is normalised',
      { authorization: { iss: (issuer) => `${issuer}/` } },
      'from another authorization server'
    ],
    [
      'no iss although it is promised',
      {
        authorization: {
          iss: 'missing',
          metadata: { authorization_response_iss_parameter_supported: true }
        }
      },
      'promises to say so'
    ],
    [
      'another issuer in the metadata',
      { authorization: { issuerOf: () => 'https://evil.example' } },
      'evil.example'
    ],
    [
      'metadata about another resource',
      { server: { resourceMetadata: { resource: 'https://other.example/mcp' } } },
      'is about https://other.example/mcp'
    ],
    [
      'no authorization server',
      { server: { resourceMetadata: { authorization_servers: [] } } },
      'names no authorization server'
    ],
    [
      'a page of another kind of address',
      { authorization: { metadata: { authorization_endpoint: 'file:///etc/passwd' } } },
      'file:'
    ],
    [
      'a denial',
      { authorization: { decision: { error: 'access_denied' } } },
      'Access was denied on the page'
    ]
  ])('goes on no further with %s', async (_what, options, sentence) => {
    const it = await bench(options)
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow(sentence)
    expect(it.state.phase).toBe('failed')
    expect(it.odd.asked('token')).toEqual([])
  })

  it('writes nothing down of an answer that is from another authorization server', async () => {
    const it = await bench({ authorization: { iss: () => 'https://evil.example/canary-61' } })
    let code = ''
    it.visit = async (url) => {
      const back = await authorize(url)
      code = back.searchParams.get('code') ?? ''
      await goTo(back)
    }
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow('from another authorization server')
    const { log } = it.workbench
    const rows = log.tail(1_000).map((entry) => JSON.stringify([entry, log.raw(entry.seq)]))
    expect([code === '', rows.filter((row) => /canary-61|Came back/.test(row))]).toEqual([
      false,
      []
    ])
    expect(rows.filter((row) => row.includes(code))).toEqual([])
  })

  it('waits on when somebody brings a foreign state', async () => {
    const it = await bench()
    it.visit = async (url) => {
      const back = await authorize(url)
      const foreign = new URL(back)
      foreign.searchParams.set('state', 'guessed')
      if ((await goTo(foreign)) === 400) await goTo(back)
    }
    await it.open().catch(() => undefined)
    await it.signIn()
    expect(it.state.phase).toBe('signed-in')
  })

  it('can be cancelled while the browser is open, and begun again', async () => {
    const it = await bench()
    const visit = it.visit
    it.visit = async () => it.signIns.of(it.definition).cancel()
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow('The sign-in was cancelled.')
    it.visit = visit
    await it.signIn()
    expect(it.state.phase).toBe('signed-in')
  })

  it('leaves no page waiting in the traffic when it is cancelled', async () => {
    const it = await bench()
    it.visit = async () => it.signIns.of(it.definition).cancel()
    await expect(it.signIn()).rejects.toThrow('The sign-in was cancelled.')
    const { log } = it.workbench
    const entries = log.tail(100).filter(({ kind }) => kind === 'auth')
    const page = entries.find(({ seq }) => log.raw(seq)?.startsWith('Opened in your browser'))
    expect(entries.filter(({ answers }) => answers === page?.seq)).toMatchObject([
      { status: 0, text: 'Did not come back: The sign-in was cancelled.' }
    ])
  })

  it('registers once, however often it is cancelled, and after a restart too', async () => {
    const first = await bench()
    const cancelled = async (it: Bench): Promise<void> => {
      it.visit = async () => it.signIns.of(it.definition).cancel()
      await expect(it.signIn()).rejects.toThrow('The sign-in was cancelled.')
    }
    await cancelled(first)
    await cancelled(first)
    const second = new Bench(first.odd, first.folder)
    await cancelled(second)
    const pages = [...first.opened, ...second.opened].map((page) => new URL(page).searchParams)
    expect(first.odd.asked('registration')).toHaveLength(1)
    expect(new Set(pages.map((page) => page.get('client_id'))).size).toBe(1)
    expect(new Set(pages.map((page) => page.get('redirect_uri'))).size).toBe(1)
    expect(second.state.phase).toBe('failed')
  })

  it('registers again where the authorization server has forgotten its client', async () => {
    const it = await bench()
    const { visit } = it
    it.visit = async () => it.signIns.of(it.definition).cancel()
    for (let round = 0; round < 4; round++) await it.signIn().catch(() => undefined)
    it.visit = visit
    await it.signIn()
    expect(it.odd.asked('registration')).toHaveLength(2)
  })

  it('keeps the tokens of another authorization server when a sign-in at a new one is cancelled', async () => {
    const it = await signedIn()
    it.odd.server.moveTo(await it.odd.startAnother())
    it.visit = async () => it.signIns.of(it.definition).cancel()
    await it.signIn().catch(() => undefined)
    const { state } = await new Bench(it.odd, it.folder).signIns.report(it.definition)
    expect(state.phase).toBe('signed-in')
  })

  it('is one sign-in, however often it is asked for', async () => {
    const it = await bench()
    await it.open().catch(() => undefined)
    await Promise.all([it.signIn(), it.signIn()])
    expect(it.opened).toHaveLength(1)
  })

  it('does not register again', async () => {
    const it = await signedIn()
    await it.signIn()
    expect({ pages: it.opened.length, times: it.odd.asked('registration').length }).toEqual({
      pages: 2,
      times: 1
    })
  })

  it('says how Patchbay leaves the rules when the definition wants it so', async () => {
    const it = await signedIn(
      { server: { checksAudience: false } },
      { omitResource: true, authorizationParams: { prompt: 'login' } }
    )
    const page = new URL(it.opened[0] ?? '').searchParams
    expect([page.has('resource'), page.get('prompt')]).toEqual([false, 'login'])
    expect(it.state).toMatchObject({
      facts: {
        deviations: [expect.stringContaining('"resource"'), expect.stringContaining('prompt')]
      }
    })
  })

  it('leaves nothing secret in the traffic', async () => {
    const it = await bench()
    const raw: string[] = []
    it.workbench.log.onAppend(({ seq }) => raw.push(it.workbench.log.raw(seq) ?? ''))
    await it.open().catch(() => undefined)
    await it.signIn()
    await it.open()
    const text = raw.join('\n')
    const [token] = it.odd.asked('token')
    const secrets = [...it.hidden, token?.form['code'], token?.form['code_verifier']]
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter((secret) => secret !== undefined && text.includes(secret))).toEqual([])
  })
})
