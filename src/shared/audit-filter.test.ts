import { describe, expect, it } from 'vitest'
import { parseAuditFilter, type AuditTerm } from './audit-filter'

function text(text: string, isNegated = false): AuditTerm {
  return { isNegated, condition: { field: 'text', text } }
}

describe('a filter of the audit log', () => {
  it('has words, phrases, and what is to be left out', () => {
    expect(
      parseAuditFilter('  echo "a \\"b\\" c" -word -"two words" - -32602 file:///a_b ')
    ).toEqual({
      terms: [
        text('echo'),
        text('a "b" c'),
        text('word', true),
        text('two words', true),
        text('32602', true),
        text('file:///a_b')
      ],
      problems: []
    })
  })

  it('has names with stars or as they are, and alternatives', () => {
    expect(parseAuditFilter('Server:files|"a *" -method:tools/* status:OK|cancelled')).toEqual({
      terms: [
        {
          isNegated: false,
          condition: { field: 'server', anyOf: [{ parts: ['files'] }, { parts: ['a *'] }] }
        },
        { isNegated: true, condition: { field: 'method', anyOf: [{ parts: ['tools/', ''] }] } },
        { isNegated: false, condition: { field: 'status', anyOf: ['ok', 'cancelled'] } }
      ],
      problems: []
    })
  })

  it.each([
    ['server:', 'server: needs a value, as in server:files.'],
    ['status:faild', 'Did you mean status:failed?'],
    ['status:odd', 'status: takes ok, failed, cancelled, running, interrupted.'],
    ['sever:files', 'Did you mean server:?'],
    [
      'bogus:x',
      'Unknown field bogus. Fields: server, method, status. To find it as text, put it in "quotes".'
    ],
    [`method:${'*a'.repeat(200)}`, 'method: has too many alternatives and stars.']
  ])('says what is wrong with %s, and the rest of it holds', (wrong, problem) => {
    const expected = { terms: [text('rest')], problems: [problem] }
    expect(parseAuditFilter(`${wrong} rest`)).toEqual(expected)
  })

  it('takes a path with a drive, an address and what is quoted for text', () => {
    expect(parseAuditFilter('C:\\a https://b "bogus:x"')).toEqual({
      terms: [text('C:\\a'), text('https://b'), text('bogus:x')],
      problems: []
    })
  })

  it('has an end', () => {
    const { terms, problems } = parseAuditFilter('a '.repeat(5_000))
    expect([terms.length, problems]).toEqual([100, ['A filter has at most 100 terms.']])
  })
})
