import { describe, expect, it } from 'vitest'
import { parseAuditFilter } from './audit-records'

function parsed(filter: string): unknown {
  const { terms, errors } = parseAuditFilter(filter)
  return {
    terms: terms.map(({ isNegated, condition }) => ({ isNegated, condition })),
    problems: errors.map(({ message }) => message)
  }
}

function text(text: string, isNegated = false): unknown {
  return { isNegated, condition: { field: 'text', text } }
}

describe('a filter of the audit log', () => {
  it('has words, phrases, and what is to be left out', () => {
    expect(parsed('  echo "a \\"b\\" c" -word -"two words" - -32602 file:///a_b ')).toEqual({
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
    expect(parsed('Server:files|"a *" -method:tools/* status:OK|cancelled')).toEqual({
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
      'Unknown field bogus. Fields: server, method, target, status, took, after, before. To find it as text, put it in "quotes".'
    ],
    [`method:${'*a'.repeat(200)}`, 'method: has too many alternatives and stars.']
  ])('says what is wrong with %s, and the rest of it holds', (wrong, problem) => {
    const expected = { terms: [text('rest')], problems: [problem] }
    expect(parsed(`${wrong} rest`)).toEqual(expected)
  })

  it('takes a path with a drive, an address and what is quoted for text', () => {
    expect(parsed('C:\\a https://b "bogus:x"')).toEqual({
      terms: [text('C:\\a'), text('https://b'), text('bogus:x')],
      problems: []
    })
  })

  it('has an end', () => {
    const { terms, errors } = parseAuditFilter('a '.repeat(5_000))
    expect([terms.length, errors.map(({ message }) => message)]).toEqual([
      100,
      ['A filter has at most 100 terms.']
    ])
  })
})
