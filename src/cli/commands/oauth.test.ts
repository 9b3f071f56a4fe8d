import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from '../../core/auth/fakes/fake-authorization-server'
import { htmlPage, redirectTo } from '../../core/auth/fakes/fake-host'
import { startProxy, tidyNetwork } from '../../core/workbench/network-testing'
import type { AuthDebugReport } from '../../shared/sign-in/auth-debug'
import { leaveDesks, signedIn } from '../sign-in-testing'
import { folder, json, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
const ends: (() => unknown)[] = []
afterAll(tidy)
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function fake(options?: OddOptions): Promise<OddAuthorizationServer> {
  const odd = await startOddAuthorizationServer(options)
  ends.push(() => odd.close())
  return odd
}

describe('patchbay oauth check', () => {
  it('finds nothing wrong with servers that keep the rules, whatever is got wrong', async () => {
    const { url } = await fake()
    const { code, stdout, stderr } = await patchbay(['oauth', 'check', url])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^✓ ok +Request with the token\. The server answers 200\.$/m)
    expect(stdout.match(/^(?:✓ ok|i remark) +What if: .*as it has to/gm)).toHaveLength(7)
  })

  it('has one case for each step and each mistake, as JUnit', async () => {
    const { url } = await fake({ authorization: { isLenient: true } })
    const { code, stdout } = await patchbay(['oauth', 'check', url, '--reporter', 'junit'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/<testsuite name="[^"]*2025-11-25" tests="18" failures="4"/)
    expect(stdout).toMatch(
      /name="What if: No PKCE"[^>]*>.*<failure message="The authorization server/
    )
    const [, ...cases] = stdout.split('<testcase ')
    const clauses = cases.map((each) => /<property name="clause" value="([^"]+)"/.exec(each)?.[1])
    expect(clauses).toHaveLength(18)
    expect(clauses.filter((clause) => !/^(MCP|RFC|OAuth) /.test(clause ?? ''))).toEqual([])
  })

  it('judges by the revision that is named, as JSON', async () => {
    const { url } = await fake({ server: { challengeNames: 'none' } })
    const argv = ['oauth', 'check', url, '--revision', '2025-06-18', '--reporter', 'json']
    const { code, answer } = await json(argv)
    const [first] = answer as readonly AuthDebugReport[]
    expect([code, first?.steps[1]?.verdict]).toEqual([1, 'wrong'])
  })

  it('ends with 3 where the server cannot be reached', async () => {
    const odd = await startOddAuthorizationServer()
    await odd.close()
    const { code, stderr } = await patchbay(['oauth', 'check', odd.url])
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^Request without a token: .*server\.$/)
    ])
  })

  it('ends with 5 at a page that needs a person, after the redirects that do not', async () => {
    const odd = await fake()
    odd.authorization.replyOnceWith('authorization', redirectTo('/authorize?step=2'))
    odd.authorization.replyWith('authorization', htmlPage(200, 'Sign in'))
    const { code, stderr } = await patchbay(['oauth', 'check', odd.url])
    expect([code, stderr.split('\n')]).toEqual([
      5,
      [
        expect.stringMatching(/only a person can say/),
        `To sign in: patchbay login --url "${odd.url}"`,
        'To check without a person, give a client: --client-id with --client-secret or --client-key.'
      ]
    ])
    expect(odd.asked('authorization').map(({ query }) => query['step'])).toEqual([undefined, '2'])
  })

  it('uses client credentials of the definition, and shows none of them', async () => {
    const secret = 'canary-client-secret-51'
    const clients = [{ client_id: 'ci', client_secret: secret }]
    const { url, authorization } = await fake({ authorization: { clients } })
    const file = join(folder, 'oauth.json')
    const { issuer } = authorization
    const oauth = { grant: 'client-credentials', clientId: 'ci', clientSecret: secret, issuer }
    writeFileSync(file, JSON.stringify({ mcpServers: { mine: { url, oauth } } }))
    const argv = ['oauth', 'check', 'mine', '--config', file, '--reporter', 'json']
    const { code, stdout } = await patchbay(argv)
    const reports = JSON.parse(stdout) as readonly AuthDebugReport[]
    expect([code, reports.map(({ wish }) => wish.mistake)]).toEqual([
      0,
      [undefined, 'foreign-token', 'missing-resource']
    ])
    expect(stdout).not.toContain(secret)
  })

  it('goes in as the client of a sign-in that is kept, and registers no other', async () => {
    ends.push(leaveDesks)
    const { odd, where } = await signedIn()
    expect(odd.asked('registration')).toHaveLength(1)
    const { code, stdout, stderr } = await patchbay(['oauth', 'check', 'mine', ...where])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^✓ ok +Request with the token/m)
    expect(odd.asked('registration')).toHaveLength(1)
  })

  it('registers a client where the one that is kept is of another authorization server', async () => {
    ends.push(leaveDesks)
    const { odd, where } = await signedIn()
    const another = await odd.startAnother()
    odd.server.moveTo(another)
    const { code } = await patchbay(['oauth', 'check', 'mine', ...where])
    expect(code).toBe(0)
    const registered = odd.asked('registration').map(({ origin }) => origin)
    expect(registered).toEqual([new URL(odd.authorization.issuer).origin, another.issuer])
  })

  it('goes the way of the definition to the server, its pages and its authorization server', async () => {
    const odd = await fake()
    const proxy = await startProxy()
    ends.push(tidyNetwork)
    const file = join(folder, 'oauth-proxy.json')
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: { mine: { url: odd.url, proxy: proxy.url } } })
    )
    const { code, stderr } = await patchbay(['oauth', 'check', 'mine', '--config', file])
    expect([code, stderr]).toEqual([0, ''])
    const asked = [odd.url, odd.authorization.issuer].map((url) => new URL(url).host)
    expect(new Set(proxy.asked)).toEqual(new Set(asked))
    // One way for each request: none of them went past the proxy.
    expect(proxy.asked).toHaveLength(odd.requests.length)
  })

  it('goes in as the client that is given, whatever the page of the server wants', async () => {
    const secret = 'canary-client-secret-52'
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const clients = [
      { client_id: 'by-secret', client_secret: secret },
      { client_id: 'by-key', token_endpoint_auth_method: 'private_key_jwt', public_key }
    ]
    const odd = await fake({ authorization: { clients } })
    odd.authorization.replyWith('authorization', htmlPage(200, 'Sign in'))
    const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString()
    const file = join(folder, 'oauth-check.pem')
    writeFileSync(file, pem)
    const check = ['oauth', 'check', odd.url]
    const runs = [
      await patchbay([...check, '--client-id', 'by-secret', '--client-secret', secret]),
      await patchbay([...check, '--client-id', 'by-key', '--client-key', file]),
      await patchbay(check, undefined, {
        PATCHBAY_CLIENT_ID: 'by-secret',
        PATCHBAY_CLIENT_SECRET: secret
      }),
      await patchbay(check, undefined, { PATCHBAY_CLIENT_ID: 'by-key', PATCHBAY_CLIENT_KEY: pem })
    ]
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(odd.asked('authorization')).toEqual([])
    expect(JSON.stringify(runs)).not.toMatch(/canary|BEGIN/)
  })

  it.each([
    [['oauth'], /oauth check <server or address>/],
    [['oauth', 'check', 'demo', '--revision', '2024-01-01'], /--revision has to be one of/],
    [['oauth', 'check', 'demo', '--reporter', 'tap'], /--reporter has to be one of/],
    [['oauth', 'check', 'demo'], /started by a command/]
  ])('says what is wrong with %j', async (argv, text) => {
    const { code, stderr } = await patchbay(argv)
    expect([code, stderr]).toEqual([4, expect.stringMatching(text)])
  })
})
