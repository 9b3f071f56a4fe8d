import { describe, expect, it } from 'vitest'
import { examineLink } from './url-gate'

const REFUSED = [
  'file:///etc/passwd',
  'smb://host/share',
  'ms-msdt:/id PCWDiagnostic',
  'search-ms:query=x&crumb=location:\\\\evil\\share',
  'vscode://ms-vscode.remote/open?url=x',
  'ftp://example.com/file',
  'http://10.0.0.5/admin',
  'https://user:pw@example.com/',
  'https://evil.example/$(calc)',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'https://exa\u200Bmple.com/',
  'HTTPS:\\\\evil',
  'https://evil%00',
  'https://evil.example/%00',
  'https://evil.example/%0d%0aSet-Cookie:x',
  '\\\\host\\share',
  '//evil.example/x',
  'https://honest.example@evil.example/',
  'https://@evil.example/',
  'https:evil.example',
  'https:///evil.example',
  'https:/evil.example',
  'https://example.com\\@evil.example/',
  'https://exam\u00ADple.com/',
  'https://example.com/\u202Efdp.exe',
  ' https://example.com/',
  'https://example.com/a b',
  'https://example.com/\n',
  'https://\uFF45xample.com/',
  'https://example\u3002com/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://example.com/a/../b',
  'https://example.com/`id`',
  `https://example.com/${'x'.repeat(2_048)}`,
  'http://example.com/',
  'http://localhost.evil.example/',
  'blob:https://example.com/1',
  'about:blank',
  'chrome://settings',
  'mailto:ada@example.com',
  'ui://app',
  'https://',
  'nothing',
  ''
]

describe('the gate for links', () => {
  it.each(REFUSED)('refuses %j', (address) => {
    const report = examineLink(address)
    expect(report.isAllowed).toBe(false)
    expect(!report.isAllowed && report.why).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    ['https://example.com', 'https://example.com/', 'example.com'],
    [
      'HTTPS://Docs.Example.com/Path?q=1#top',
      'https://docs.example.com/Path?q=1#top',
      'example.com'
    ],
    ['https://a.b.example.co.uk/x', 'https://a.b.example.co.uk/x', 'example.co.uk'],
    ['https://example.com?a[]=1', 'https://example.com/?a[]=1', 'example.com'],
    ['https://en.wikipedia.org/wiki/A_(b)', 'https://en.wikipedia.org/wiki/A_(b)', 'wikipedia.org'],
    ['https://example.com/é', 'https://example.com/%C3%A9', 'example.com'],
    ['https://example.com:443/', 'https://example.com/', 'example.com']
  ])('lets %s through, without a warning', (address, href, domain) => {
    expect(examineLink(address)).toMatchObject({ isAllowed: true, href, domain, warnings: [] })
  })

  it.each([
    ['http://localhost:3000/', /this machine/],
    ['http://127.0.0.1:8080/x', /this machine/],
    ['http://[::1]/', /this machine/],
    ['https://192.168.0.1/', /your own network/],
    ['https://93.184.216.34/', /by its number/],
    ['https://example.com:8443/', /port 8443/],
    ['https://xn--mnchen-3ya.de/', /münchen\.de/],
    ['https://münchen.de/', /münchen\.de/]
  ])('warns of %s', (address, warning) => {
    const report = examineLink(address)
    expect(report.isAllowed && report.warnings.join(' ')).toMatch(warning)
  })

  it('warns of letters that only look like others', () => {
    const report = examineLink('https://\u0430pple.com/')
    expect(report).toMatchObject({ isAllowed: true, host: 'xn--pple-43d.com' })
    expect(report.isAllowed && report.warnings).toHaveLength(2)
  })
})
