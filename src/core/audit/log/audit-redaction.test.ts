import { describe, expect, it } from 'vitest'
import { HIDDEN_VALUE } from '../../../shared/servers/configuration'
import { keptText, type RedactionOptions } from './audit-redaction'
import { Redactor } from '../../redaction/redaction'

function kept(
  value: unknown,
  { known = '', cut }: { known?: string; cut?: RedactionOptions['cut'] } = {}
): unknown {
  const redactor = new Redactor()
  redactor.add([known])
  return JSON.parse(keptText(JSON.stringify(value), redactor, cut ? { cut } : {}).text)
}

describe('what is kept of a record', () => {
  it('has no value that is known to be secret', () => {
    expect(kept({ text: 'it is hunter2-hunter2!' }, { known: 'hunter2-hunter2' })).toEqual({
      text: `it is ${HIDDEN_VALUE}!`
    })
  })

  it.each([
    'authorization',
    'Cookie',
    'access_token',
    'refreshToken',
    'client_secret',
    'password',
    'apiKey',
    'api-key',
    'API_KEY',
    'code',
    'code_verifier',
    'client_assertion',
    'assertion',
    'subject_token',
    'id_token',
    'idToken',
    'registration_access_token',
    'privateKey',
    'private_key',
    'DPoP',
    'X-MCP-Signature'
  ])('has nothing that is called %s, at any depth, also in JSON that is a text', (key) => {
    const value = { a: [{ [key]: 'canary' }], b: JSON.stringify({ [key]: { deep: ['canary'] } }) }
    const text = JSON.stringify(kept(value))
    expect(text).not.toContain('canary')
    expect(text).toContain(key)
  })

  it('has counts, codes of errors and tokens of progress', () => {
    const value = { code: -32602, _meta: { progressToken: 7 }, maxTokens: 100, isSecret: true }
    expect(kept(value)).toEqual(value)
  })

  it('has what a schema says of something secret, but no value of it', () => {
    const told = { type: 'string', title: 'The code', pattern: '^[0-9]{6}$', minLength: 6 }
    const values = { default: 'canary', const: 'canary', enum: ['canary'], examples: ['canary'] }
    const hiding = {
      default: HIDDEN_VALUE,
      const: HIDDEN_VALUE,
      enum: [HIDDEN_VALUE],
      examples: [HIDDEN_VALUE]
    }
    const schemaWith = (more: object): object => ({
      type: 'object',
      properties: {
        code: { ...told, ...more },
        password: { ...told, ...more },
        apiKey: { anyOf: [{ type: 'null' }, { ...told, ...more }], description: 'If any' },
        token: { type: 'object', properties: { value: { ...told, ...more } } },
        maxTokens: { type: 'integer', default: 100 },
        note: { type: 'string', default: 'is kept' }
      },
      required: ['code']
    })
    expect(kept({ requestedSchema: schemaWith(values) })).toEqual({
      requestedSchema: schemaWith(hiding)
    })
  })

  it.each([
    { password: 'canary' },
    { password: 1234567 },
    { token: { value: 'canary' } },
    { token: ['canary'] },
    { token: { type: 'canary' } },
    { token: { type: 'rich_text', rich_text: 'canary' } },
    { password: { type: 'string', value: 'canary', number: 1234567 } },
    { password: { type: 'string', title: { text: 'canary' } } },
    { password: { type: 'string', title: ['canary'], description: '{"password":"canary"}' } },
    { password: { type: 'object', properties: { deep: 'canary', type: 'canary' } } }
  ])('has nothing of properties that are no schema: %j', (properties) => {
    expect(JSON.stringify(kept({ arguments: { properties } }))).not.toMatch(/canary|1234567/)
  })

  it.each([
    'Bearer abc123def456',
    'ghp_0123456789abcdefghij0123',
    'sk-proj-0123456789abcdef',
    'AKIAIOSFODNN7EXAMPLE',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    'https://me:pa55word@example.com/',
    'https://example.com/cb?state=1&code=0a1b2c',
    'grant_type=jwt-bearer&assertion=0a1b2c',
    '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----'
  ])('has nothing that looks like a secret: %s', (secret) => {
    const text = JSON.stringify(kept({ text: `see ${secret} there` }))
    expect(text).toContain(HIDDEN_VALUE)
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(text).toContain('see ')
  })

  it('has what only sounds like one', () => {
    const value = { text: 'Basic instructions for the bearer of the sk-y: read https://a.b/c?d=e' }
    expect(kept(value)).toEqual(value)
  })

  it('has only the beginning of every text of an answer where no more is wanted', () => {
    const answer = { content: [{ type: 'text', text: 'x'.repeat(60) }] }
    expect(kept(answer, { cut: 'texts' })).toEqual({
      content: [{ type: 'text', text: `${'x'.repeat(50)}…` }]
    })
  })

  it('has only the beginning of text arguments where no more is wanted', () => {
    const long = '😀'.repeat(60)
    const args = { body: long, short: 'a', more: [{ body: long }], n: 1 }
    expect(kept({ name: 'x'.repeat(60), arguments: args }, { cut: 'arguments' })).toEqual({
      name: 'x'.repeat(60),
      arguments: {
        body: `${'😀'.repeat(50)}…`,
        short: 'a',
        more: [{ body: `${'😀'.repeat(50)}…` }],
        n: 1
      }
    })
  })

  it('has nothing of a secret that would have been cut in two', () => {
    const known = 'canary-canary-canary'
    const value = { arguments: { body: `${'x'.repeat(40)}${known}` } }
    expect(JSON.stringify(kept(value, { known, cut: 'arguments' }))).not.toContain('canary')
  })
})
