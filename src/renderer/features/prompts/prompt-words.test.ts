import { describe, expect, it } from 'vitest'
import { argumentsOf, messagesOf, messagesText, restOf } from './prompt-words'

describe('the arguments of a prompt', () => {
  it('are those that have a name, each once', () => {
    const listed = [
      { name: 'city', title: 'City', description: 'Where.', required: true },
      { name: 'city', required: false },
      { description: 'nameless' },
      'odd'
    ]
    expect(argumentsOf({ name: 'p', arguments: listed })).toEqual({
      known: [{ name: 'city', isRequired: false }],
      strays: 3
    })
  })

  it('are none where there are none, and where they are no list', () => {
    expect(argumentsOf({ name: 'p' })).toEqual({ known: [], strays: 0 })
    expect(argumentsOf({ name: 'p', arguments: { a: 1 } })).toEqual({ known: [], strays: 1 })
  })
})

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
