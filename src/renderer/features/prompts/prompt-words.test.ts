import { describe, expect, it } from 'vitest'
import { messagesOf, messagesText, restOf } from './prompt-words'

/** As a description of the protocol has it that some servers were written after. */
const ODD = {
  description: 'Review code for quality',
  arguments: [{ name: 'code', required: true }],
  messages: [{ role: 'system', content: 'You are a code reviewer...' }]
}

describe('the answer of a prompt', () => {
  it('is shown with any role and with content that is a bare text', () => {
    expect(messagesOf(ODD)).toEqual([
      {
        role: 'system',
        blocks: [{ type: 'text', text: 'You are a code reviewer...' }],
        kind: 'text',
        text: 'You are a code reviewer...'
      }
    ])
    expect(restOf(ODD)).toEqual({ arguments: [{ name: 'code', required: true }] })
  })

  it('is shown whatever its messages are', () => {
    const messages = [
      { role: 'user', content: { type: 'text', text: 'a' } },
      { role: 'user', content: [{ type: 'text', text: 'b' }] },
      { content: null },
      { role: 'user' },
      7
    ]
    expect(messagesOf({ messages })?.map(({ role, kind }) => [role, kind])).toEqual([
      ['user', 'block'],
      ['user', 'list'],
      ['no role', 'block'],
      ['user', 'other'],
      ['no role', 'other']
    ])
    expect(messagesOf('odd')).toBeUndefined()
    expect(messagesOf({ messages: {} })).toBeUndefined()
  })

  it('is copied as text with its roles', () => {
    const messages = [
      { role: 'user', content: { type: 'text', text: 'Hello' } },
      { role: 'assistant', content: { type: 'image', mimeType: 'image/png', data: 'AA' } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'a://b', text: 'inside' } } }
    ]
    expect(messagesText({ messages })).toBe(
      'user:\nHello\n\nassistant:\n[image, image/png]\n\nuser:\ninside'
    )
  })
})
