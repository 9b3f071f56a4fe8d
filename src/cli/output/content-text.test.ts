import { describe, expect, it } from 'vitest'
import { contentText, promptText, resourceText } from './content-text'

describe('Results as text', () => {
  it('show text as it is, and what is not text by its kind and size', () => {
    const content = [
      { type: 'text', text: 'a\nb' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource_link', uri: 'x://1' },
      null
    ]
    expect(contentText({ content })).toBe(
      'a\nb\n(image, image/png, 3 bytes)\n{"type":"resource_link","uri":"x://1"}\nnull'
    )
  })

  it('show the parts of a resource', () => {
    expect(resourceText({ contents: [{ text: 'a' }, { blob: 'AAAA' }] })).toBe('a\n(blob, 3 bytes)')
  })

  it('show prompts whose content is plain text, too', () => {
    const messages = [
      { role: 'user', content: { type: 'text', text: 'Hello' } },
      { role: 'system', content: 'Be kind' }
    ]
    expect(promptText({ messages })).toBe('user: Hello\nsystem: Be kind')
  })

  it('show what a prompt says of itself above its messages', () => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'Hello' } }]
    expect(promptText({ description: 'Greets.', messages })).toBe('Greets.\n\nuser: Hello')
    expect(promptText({ description: '', messages })).toBe('user: Hello')
  })

  it.each([contentText, resourceText, promptText])(
    'fall back to JSON for what has no content',
    (textOf) => {
      expect([textOf({ a: 1 }), textOf(null)]).toEqual(['{\n  "a": 1\n}', 'null'])
    }
  )
})
