import { describe, expect, it } from 'vitest'
import { Networks, type NetworksOptions } from './networks'
import { environmentRoute, readProxy, shownProxy, systemRoute } from './proxy-choice'

const PROXY = { HTTPS_PROXY: 'http://proxy.corp:3128' }

function hostOf(url: string, environment: Record<string, string>): string | undefined {
  const route = environmentRoute(new URL(url), environment)
  if ('problem' in route) return route.problem
  const [hop] = route.hops
  return hop?.kind === 'proxy' ? shownProxy(hop.proxy) : undefined
}

describe('the proxy of the environment', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://a:1' }, 'https://x.test/', 'a:1'],
    [{ https_proxy: 'http://low:1', HTTPS_PROXY: 'http://high:1' }, 'https://x.test/', 'low:1'],
    [{ HTTPS_PROXY: 'a:8080' }, 'wss://x.test/', 'a:8080'],
    [{ HTTPS_PROXY: 'http://a:1' }, 'http://x.test/', undefined],
    [{ HTTP_PROXY: 'https://a' }, 'http://x.test/', 'https://a:443'],
    [{ ALL_PROXY: 'http://all:1', HTTP_PROXY: ' ' }, 'http://x.test/', 'all:1']
  ])('is %j for %s', (environment, url, proxy) => {
    expect(hostOf(url, environment as Record<string, string>)).toBe(proxy)
  })

  it.each([
    ['*', 'https://x.test/', false],
    ['x.test', 'https://x.test/', false],
    ['x.test', 'https://sub.x.test/', false],
    ['.x.test', 'https://x.test/', false],
    ['*.x.test', 'https://sub.x.test/', false],
    ['x.test', 'https://notx.test/', true],
    ['x.test:8443', 'https://x.test/', true],
    ['x.test:443', 'https://x.test/', false],
    ['10.0.0.0/8', 'https://10.1.2.3/', false],
    ['10.0.0.0/8', 'https://11.1.2.3/', true],
    ['10.1.2.3', 'https://10.1.2.3:9/', false],
    ['fd00::1', 'https://[fd00::1]:9/', false],
    ['[fd00::1]', 'https://[fd00::1]:9/', false],
    ['[fd00::1]:9', 'https://[fd00::1]:9/', false],
    ['[fd00::1]:8', 'https://[fd00::1]:9/', true],
    ['fd00::/8', 'https://[fd12::1]:9/', false],
    ['a.test, b.test other.test', 'https://b.test/', false],
    ['10.0.0.0/99', 'https://10.1.2.3/', true]
  ])('with NO_PROXY=%s counts for %s: %s', (NO_PROXY, url, counts) => {
    expect(hostOf(url, { ...PROXY, NO_PROXY }) !== undefined).toBe(counts)
  })

  it('says which variable it does not understand, and not what is in it', () => {
    const said = hostOf('https://x.test/', { ALL_PROXY: 'socks5://joe:hunter2@a:1' })
    expect(said).toMatch(/ALL_PROXY asks for socks5/)
    expect(said).not.toMatch(/hunter2/)
  })
})

describe('what the system says', () => {
  it('is a list of ways, the first to be tried first', () => {
    const route = systemRoute('PROXY a:8080; HTTPS b:443;DIRECT')
    expect('hops' in route && route.hops.map((hop) => hop.kind === 'proxy' && hop.proxy)).toEqual([
      { protocol: 'http:', host: 'a', port: 8080 },
      { protocol: 'https:', host: 'b', port: 443 },
      false
    ])
  })

  it('leaves out what is no proxy of ours, and says so where nothing else is left', () => {
    expect(systemRoute('SOCKS5 a:1; PROXY b:2')).toMatchObject({
      why: expect.stringMatching('b:2') as unknown
    })
    expect(systemRoute('SOCKS5 a:1')).toEqual({
      problem: 'The system asks for a kind of proxy that Patchbay does not use (SOCKS5).'
    })
  })

  it('means directly where it says nothing', () => {
    expect(systemRoute('')).toMatchObject({ hops: [{ kind: 'direct' }] })
  })
})

describe('the address of a proxy', () => {
  it('keeps name and password for the proxy alone', () => {
    const proxy = readProxy('http://jo%40e:p%3Aw@proxy.corp:3128')
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from('jo@e:p:w').toString('base64')}`)
    expect(proxy && shownProxy(proxy)).toBe('proxy.corp:3128')
  })
})

describe('which proxy counts', () => {
  const networks = (options: Partial<NetworksOptions>, proxy?: string) =>
    new Networks({ proxy: () => 'system', environment: PROXY, ...options }).of({
      id: 'x' as never,
      name: 'x',
      scope: 'user',
      transport: 'auto',
      url: 'https://mcp.test/mcp',
      headers: {},
      ...(proxy !== undefined && { access: { proxy } })
    })
  const whyOf = async (options: Partial<NetworksOptions>, proxy?: string, url?: string) => {
    const route = await networks(options, proxy).routeTo(new URL(url ?? 'https://mcp.test/'))
    return route && ('problem' in route ? route.problem : route.why)
  }

  it('is that of the system, and of the environment where nobody can ask the system', async () => {
    expect(await whyOf({ system: async () => 'PROXY sys:1' })).toMatch(/The system names.*sys:1/)
    expect(await whyOf({})).toMatch(/HTTPS_PROXY.*The command line cannot ask the system/)
  })

  it('is unknown where the system fails to say, and then nothing is sent', async () => {
    const system = (): Promise<string> => Promise.reject(new Error('broken'))
    expect(await whyOf({ system })).toBe('The system could not say which proxy leads there.')
  })

  it('is that of the definition before that of the settings', async () => {
    const proxy = (): string => 'http://settings:1'
    expect(await whyOf({ proxy })).toMatch(/The settings name.*settings:1/)
    expect(await whyOf({ proxy }, 'http://own:1')).toMatch(/The definition names.*own:1/)
    expect(await whyOf({ proxy }, 'none')).toBeUndefined()
    expect(await whyOf({ proxy }, 'environment')).toMatch(/HTTPS_PROXY/)
  })

  it('is none for this machine, unless it is named for it', async () => {
    const local = 'http://localhost:3000/'
    const environment = { HTTP_PROXY: 'http://env:1' }
    expect(await whyOf({ system: async () => 'PROXY sys:1' }, undefined, local)).toBeUndefined()
    expect(await whyOf({ environment }, 'environment', local)).toBeUndefined()
    expect(await whyOf({}, 'http://own:1', local)).toMatch(/own:1/)
  })

  it('takes the password of the one in the settings from the secrets', async () => {
    const proxy = (): string => 'http://joe:${secret:PROXY_PASSWORD}@settings:1'
    const network = networks({ proxy, secret: async () => 'p@ss/word' })
    const route = await network.routeTo(new URL('https://mcp.test/'))
    const hop = route && 'hops' in route ? route.hops[0] : undefined
    expect(hop?.kind === 'proxy' && hop.proxy.authorization).toBe(
      `Basic ${Buffer.from('joe:p@ss/word').toString('base64')}`
    )
    expect(await whyOf({ proxy, secret: async () => undefined })).toBe(
      'The proxy in the settings needs ${secret:PROXY_PASSWORD}, which is not set.'
    )
  })
})
