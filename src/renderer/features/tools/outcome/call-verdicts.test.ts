import { describe, expect, it } from 'vitest'
import type { CallId } from '../../../../shared/protocol/ids'
import type { Tool } from '../../../../shared/calls/catalogue'
import { schemaDigests } from '../../../../shared/calls/schema-digests'
import { argumentsIn, callVerdicts } from './call-verdicts'
import type { LoadedResult } from './use-result'

const object = { type: 'object', properties: { a: { type: 'number' } } } as const
const tool = { name: 'add', inputSchema: object, outputSchema: object } as unknown as Tool
const body = { ref: { callId: 'a' as CallId }, pointer: '', cuts: [] }
const result = { content: [], structuredContent: { a: 'text' } }
const whole: LoadedResult = { kind: 'result', result, body, isWhole: true }

const outcome = { kind: 'result', result } as const
const schemas = schemaDigests(tool)
const sent = { arguments: { a: 'text' }, isWhole: true, isLoading: false }

const judged = (loaded: LoadedResult, isCut = false) =>
  callVerdicts({ sent, tool, schemas, outcome, loaded, isCut })
    .filter(({ kind }) => kind !== 'right')
    .map(({ about }) => about)

describe('callVerdicts', () => {
  it('judges what was sent and what came', () => {
    expect(judged(whole)).toEqual(['input', 'output'])
  })

  it.each<[string, LoadedResult, boolean]>([
    ['too large', { ...whole, isWhole: false }, false],
    ['cut', whole, true],
    ['gone', { kind: 'gone', why: 'It is gone.' }, false],
    ['no result', { kind: 'none' }, false]
  ])('judges what was sent when what came is %s', (_why, loaded, isCut) => {
    expect(judged(loaded, isCut)).toEqual(['input'])
  })

  it('does not judge arguments of which only the beginning is here', () => {
    const beginning = { ...sent, isWhole: false }
    const verdicts = callVerdicts({
      sent: beginning,
      tool,
      schemas,
      outcome,
      loaded: whole,
      isCut: false
    })
    expect(verdicts.map(({ about }) => about)).toEqual(['output'])
  })

  it('judges nothing while the call runs', () => {
    const running = { sent, tool, schemas, outcome: undefined, isCut: false } as const
    expect(callVerdicts({ ...running, loaded: { kind: 'none' } })).toEqual([])
  })
})

describe('argumentsIn', () => {
  const given = (args: Readonly<Record<string, string | number>>, of = tool) => {
    const made = { ...sent, arguments: args }
    const loaded = { kind: 'none' } as const
    const verdicts = callVerdicts({
      sent: made,
      tool: of,
      schemas: schemaDigests(of),
      outcome,
      loaded,
      isCut: false
    })
    return argumentsIn(verdicts, made)
  }

  it('says whether the schema is content with them, where it can be asked', () => {
    const odd = { name: 'odd' }
    expect([given({ a: 1 }), given({}), given({ a: 'text' }), given({}, odd)]).toEqual([
      'fit',
      'none',
      'forbidden',
      undefined
    ])
  })
})
