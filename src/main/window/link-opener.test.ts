import { describe, expect, it, vi } from 'vitest'
import { linkOpener, type AllowedLink } from './link-opener'

vi.mock('electron', () => ({ shell: {} }))

function opener(isWanted: boolean) {
  const asked: AllowedLink[] = []
  const opened: string[] = []
  const open = linkOpener({
    ask: async (link) => {
      asked.push(link)
      return isWanted
    },
    open: async (href) => void opened.push(href)
  })
  return { open, asked, opened }
}

describe('the opener of links', () => {
  it('opens exactly what the person was shown', async () => {
    const { open, asked, opened } = opener(true)
    await open('https://Example.com/a?b#c')
    expect(asked).toMatchObject([{ href: 'https://example.com/a?b#c', domain: 'example.com' }])
    expect(opened).toEqual(['https://example.com/a?b#c'])
  })

  it('opens nothing that the person does not want', async () => {
    const { open, opened } = opener(false)
    await open('https://example.com/')
    expect(opened).toEqual([])
  })

  it.each([
    'file:///etc/passwd',
    'smb://host/share',
    'ms-msdt:/id',
    'search-ms:query=x',
    'vscode://x',
    'ftp://example.com/',
    'http://10.0.0.5/',
    'https://user:pw@example.com/',
    'https://evil.example/$(calc)',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'https://exa\u200Bmple.com/',
    'HTTPS:\\\\evil',
    'https://evil%00',
    '\\\\host\\share'
  ])('neither asks about nor opens %j', async (url) => {
    const { open, asked, opened } = opener(true)
    await expect(open(url)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^This link is not opened\. /) as unknown
    })
    expect([asked, opened]).toEqual([[], []])
  })
})
