// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import { ContentBlocks } from './ContentBlocks'
import { drawn } from '../../testing'

const EVIL = '<img src=x onerror=alert(1)><script>alert(2)</script>'
const serverId = 'demo' as ServerId
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const blocks = (...list: unknown[]) => drawn(<ContentBlocks blocks={list} serverId={serverId} />)

describe('ContentBlocks', () => {
  it.each([
    ['text', { type: 'text', text: EVIL }],
    ['an unknown kind', { type: EVIL, text: EVIL }],
    ['a picture that is none', { type: 'image', data: EVIL, mimeType: EVIL }],
    ['sound', { type: 'audio', data: 'AAAA', mimeType: EVIL }],
    ['an embedded text', { type: 'resource', resource: { uri: EVIL, mimeType: EVIL, text: EVIL } }],
    ['embedded bytes', { type: 'resource', resource: { uri: EVIL, mimeType: EVIL, blob: EVIL } }],
    ['a link', { type: 'resource_link', uri: EVIL, name: EVIL, title: EVIL, description: EVIL }],
    [
      'annotations',
      { type: 'text', text: 'x', annotations: { audience: [EVIL], lastModified: EVIL } }
    ],
    ['the use of a tool', { type: 'tool_use', id: EVIL, name: EVIL, input: { [EVIL]: EVIL } }],
    ['the result of a tool', { type: 'tool_result', toolUseId: EVIL, content: [{ text: EVIL }] }],
    ['no block at all', EVIL]
  ])('shows markup as text in %s', async (_name, block) => {
    const place = await blocks(block)
    expect(place.querySelectorAll('script, [onerror], iframe, img').length).toBe(0)
    expect(place.textContent).toContain('onerror=alert(1)')
  })

  it('says which tool is used, and whether what it gave was an error', async () => {
    const place = await blocks(
      { type: 'tool_use', id: 'c1', name: 'look_up', input: { of: 'Ecuador' } },
      { type: 'tool_result', toolUseId: 'c1', content: [], isError: true }
    )
    const words = [...place.querySelectorAll('header')].map(({ textContent }) => textContent)
    expect(words).toEqual([
      expect.stringContaining('Tool uselook_upc1'),
      expect.stringContaining('Tool resultc1failed')
    ])
    expect(place.textContent).not.toContain('Patchbay knows no block')
  })

  it('shows a picture with its size, as the type that it is', async () => {
    const place = await blocks({ type: 'image', data: PIXEL, mimeType: 'image/jpeg' })
    expect(place.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/)
    expect(place.textContent).toContain('1 × 1')
    expect(place.textContent).toContain('The server says image/jpeg, but it is image/png.')
  })

  it('finds nothing wrong with a picture whose type has parameters, or of which none was said', async () => {
    const typed = await blocks({
      type: 'image',
      data: PIXEL,
      mimeType: 'Image/PNG; charset=binary'
    })
    expect(typed.textContent).toContain('1 × 1')
    expect(typed.textContent).not.toContain('The server says')
    const untyped = await blocks({ type: 'resource', resource: { uri: 'a:b/c.png', blob: PIXEL } })
    expect(untyped.textContent).toContain('image/png')
    expect(untyped.textContent).not.toContain('The server says')
    expect(untyped.querySelector('img')?.getAttribute('alt')).toBe('image/png')
  })

  it('says of a picture that was cut off, or cannot be drawn, that it is damaged', async () => {
    const place = await blocks({ type: 'image', data: PIXEL.slice(0, 64), mimeType: 'image/png' })
    expect(place.textContent).toContain('The picture is damaged: it is cut off after 48 B')
    await act(async () => place.querySelector('img')?.dispatchEvent(new Event('error')))
    expect(place.querySelector('img')).toBeNull()
    expect(place.textContent).toContain('It cannot be shown, but it can be saved.')
    expect(place.textContent).not.toContain('times as large')
  })

  it('does not decode a picture that is too large', async () => {
    // The width and the height, as base64 has them.
    const data = PIXEL.replace('AAAAEAAAABCAYA', 'AAw1AAAMNQCAYA')
    const place = await blocks({ type: 'image', data, mimeType: 'image/png' })
    expect(place.querySelector('img')).toBeNull()
    expect(place.textContent).toContain('2500 megapixels')
  })

  it('shows a page only in a frame that allows nothing', async () => {
    const resource = { uri: 'ui://a', mimeType: 'text/html', text: EVIL }
    const place = await blocks({ type: 'resource', resource })
    const frame = place.querySelector('iframe')
    expect(frame?.getAttribute('sandbox')).toBe('')
    expect(frame?.getAttribute('src')).toMatch(/^blob:/)
    expect(frame?.hasAttribute('srcdoc')).toBe(false)
  })

  it('shows a drawing only as a picture', async () => {
    const resource = { uri: 'a.svg', mimeType: 'image/svg+xml', text: '<svg onload=alert(1)/>' }
    const place = await blocks({ type: 'resource', resource })
    expect(place.querySelector('figure svg, [onload]')).toBeNull()
    expect(place.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/)
  })

  it('shows a drawing that came as an image', async () => {
    const data = btoa('<svg onload="alert(1)"/>')
    const place = await blocks({ type: 'image', data, mimeType: 'image/svg+xml' })
    expect(place.querySelector('[onload]')).toBeNull()
    expect(place.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/)
  })

  it('saves a text that came as bytes as these bytes', async () => {
    const asked: unknown[] = []
    const request = async (_route: string, input: string): Promise<string> => {
      asked.push(JSON.parse(input))
      return JSON.stringify({ ok: true, value: null })
    }
    Object.assign(window, { patchbay: { request, on: () => () => {} } })
    const resource = { uri: 'a:b/c.txt', mimeType: 'text/plain', blob: btoa('Hello') }
    const list = [{ type: 'resource', resource }]
    const body = { ref: { seq: 1 }, pointer: '/content', cuts: [] }
    const place = await drawn(<ContentBlocks blocks={list} serverId={serverId} body={body} />)
    await act(async () =>
      place.querySelector<HTMLElement>('button[aria-label="Save text…"]')?.click()
    )
    expect(asked).toMatchObject([{ pointer: '/content/0/resource/blob', form: 'bytes' }])
  })

  it('shows bytes of no known kind as bytes, and bytes that are text as text', async () => {
    const blob = btoa('Hello\u0000')
    const raw = await blocks({ type: 'resource', resource: { uri: 'a:b', blob } })
    expect(raw.textContent).toContain('48 65 6c 6c 6f 00')
    const resource = { uri: 'a:b', mimeType: 'text/plain', blob }
    expect((await blocks({ type: 'resource', resource })).textContent).toContain('HelloU+0000')
  })

  it('says what the server claims as its claim', async () => {
    const annotations = { audience: ['user'], priority: 0.9, lastModified: '2025-01-12T15:00:58Z' }
    const place = await blocks({ type: 'text', text: 'x', annotations })
    expect(place.textContent).toContain(
      'for user · priority 0.9 · last modified 2025-01-12T15:00:58Z (server says)'
    )
  })

  it('shows an empty text as empty', async () => {
    expect((await blocks({ type: 'text', text: '' })).textContent).toContain('The text is empty.')
  })
})
