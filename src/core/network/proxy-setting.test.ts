import { describe, expect, it } from 'vitest'
import { describeProxy, whyNoProxy } from './proxy-setting'

describe('the proxy for all servers', () => {
  it.each([
    'system',
    'environment',
    'none',
    'http://proxy.corp:3128',
    'https://proxy.corp',
    'http://joe:${secret:PROXY_PASSWORD}@proxy.corp:3128'
  ])('may be %s', (proxy) => {
    expect(whyNoProxy(proxy)).toBeUndefined()
  })

  it.each([
    ['', /has to be the address/],
    ['proxy.corp:3128', /begins with http/],
    ['socks5://proxy.corp', /SOCKS/],
    ['http://joe:hunter2@proxy.corp', /write the password as/],
    ['http://joe:x${secret:A}@proxy.corp', /write the password as/],
    ['http://joe:${PASSWORD}@proxy.corp', /Only \$\{secret:NAME\}/],
    ['http://${secret:A}:${secret:B}@proxy.corp', /One secret is enough/],
    ['file:///etc/passwd', /has to be the address/]
  ])('may not be %j', (proxy, why) => {
    expect(whyNoProxy(proxy)).toMatch(why)
  })

  it('is shown by its host and the name of its secret', () => {
    expect(describeProxy('http://joe:${secret:PW}@proxy.corp:3128')).toEqual({
      address: 'proxy.corp:3128',
      secret: 'PW'
    })
  })
})
