// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { drawn } from '../../testing'
import { Markdown } from './Markdown'

let asked: [string, string][]
beforeEach(() => {
  asked = []
  Object.assign(window, {
    patchbay: {
      request: async (route: string, input: string) => {
        asked.push([route, input])
        return JSON.stringify({ ok: true })
      }
    }
  })
})

describe('Markdown', () => {
  it('draws headings, lists, tables and code', async () => {
    const place = await drawn(<Markdown text={'# One\n\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n`x`'} />)
    expect(place.querySelector('h3')?.textContent).toBe('One')
    expect(place.querySelector('li')?.textContent).toBe('two')
    expect(place.querySelectorAll('td').length).toBe(2)
    expect(place.querySelector('code')?.textContent).toBe('x')
  })

  it.each([
    '![x](https://evil.example/?q=secret)',
    '![x](//evil.example/a.png)',
    '![x](data:image/png;base64,AAAA)',
    '![x][y]\n\n[y]: https://evil.example/y.png',
    '<img src="https://evil.example/a.png">'
  ])('fetches no picture: %j', async (text) => {
    const place = await drawn(<Markdown text={text} />)
    expect(place.querySelectorAll('img, picture, video, source, iframe, object').length).toBe(0)
    expect(place.textContent).toContain('x')
  })

  it.each([
    ['[honest](https://honest@evil.example/)', 'https://honest@evil.example/', 'evil.example'],
    ['[here](//evil.example/x)', '//evil.example/x', 'evil.example'],
    ['[run](javascript:alert(1))', 'javascript:alert(1)', 'javascript:alert(1)'],
    ['[file](file:///etc/passwd)', 'file:///etc/passwd', 'file:///etc/passwd'],
    ['<https://evil.example/a>', 'https://evil.example/a', 'evil.example']
  ])('makes no link of %j, but asks main', async (text, url, told) => {
    const place = await drawn(<Markdown text={text} />)
    expect(place.querySelectorAll('a, [href]').length).toBe(0)
    const button = place.querySelector('button')
    expect(button?.title).toBe(url)
    expect(button?.textContent).toContain(told)
    await act(async () => button?.click())
    expect(asked).toEqual([['link.open', JSON.stringify({ url })]])
  })

  it.each([
    '<script>alert(1)</script>',
    '<svg onload=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{background:url(https://evil.example)}</style>',
    '<details open ontoggle=alert(1)>'
  ])('shows markup as text: %j', async (text) => {
    const place = await drawn(<Markdown text={`before\n\n${text}\n\nafter`} />)
    expect(
      place.querySelectorAll('script, svg, iframe, math, style, form, details, a').length
    ).toBe(0)
    expect(place.textContent).toContain(text.slice(0, 6))
  })

  it('shows what is invisible, in text, code, links and names of pictures', async () => {
    const hidden = 'a\u202eb\u200bc\u{e0041}'
    const text = `${hidden}\n\n\`${hidden}\`\n\n[${hidden}](https://a.example/)\n\n![${hidden}](b)`
    const place = await drawn(<Markdown text={text} />)
    expect(place.textContent?.match(/U\+202E/g)?.length).toBe(4)
    expect(place.textContent?.match(/U\+E0041/g)?.length).toBe(4)
    expect(place.textContent).not.toMatch(/[\u202e\u200b]/)
  })
})
