import { describe, expect, it } from 'vitest'
import { DRAFT_7 } from './fixtures/hard-schema'
import { resolveRef } from './resolve'

const text = { type: 'string', description: 'Of the target.' }
const $defs = { text, next: { $ref: '#/$defs/text' }, never: false, named: { $anchor: 'n' } }

describe('A reference', () => {
  it.each<[string, object, unknown]>([
    ['is followed', { $ref: '#/$defs/text' }, text],
    ['is followed further', { $ref: '#/$defs/next' }, text],
    ['may lead to a boolean', { $ref: '#/$defs/never' }, false],
    ['may lead to an anchor', { $ref: '#n' }, { $anchor: 'n' }],
    ['may not be there at all', { type: 'null' }, { type: 'null' }],
    [
      'gives way to what describes its own place',
      { $ref: '#/$defs/text', description: 'Of the place.' },
      { type: 'string', description: 'Of the place.' }
    ],
    ['keeps demands beside it', { $ref: '#/$defs/text', maxLength: 3 }, { ...text, maxLength: 3 }],
    [
      'keeps both demands where they are about the same',
      { $ref: '#/$defs/text', type: ['string', 'null'], title: 'T' },
      { ...text, title: 'T', allOf: [{ type: ['string', 'null'] }] }
    ]
  ])('%s', (_how, schema, resolved) => {
    expect(resolveRef({ $defs }, schema)).toEqual({ schema: resolved })
  })

  it('stands for all of its schema in draft 7', () => {
    const root = { $schema: DRAFT_7, $defs }
    expect(resolveRef(root, { $ref: '#/$defs/text', maxLength: 3 })).toEqual({ schema: text })
  })

  it('does not follow what comes further in', () => {
    const items = { items: { $ref: '#' } }
    expect(resolveRef(items, items)).toEqual({ schema: items })
  })

  it.each<[string, unknown, RegExp]>([
    ['to itself', { $ref: '#/$defs/loop' }, /without going deeper/],
    ['to another document', { $ref: 'http://127.0.0.1:9/' }, /never fetched/],
    ['to nothing', { $ref: '#/$defs/none' }, /does not have/],
    ['to something inherited', { $ref: '#/constructor' }, /does not have/],
    ['that is no text', { $ref: 1 }, /no text/],
    ['where no schema is', 7, /has to be/]
  ])('%s has a reason why it is not followed', (_where, schema, reason) => {
    const root = { $defs: { ...$defs, loop: { $ref: '#/$defs/loop' } } }
    const resolution = resolveRef(root, schema)
    expect(resolution.schema === undefined && resolution.reason).toMatch(reason)
  })
})
