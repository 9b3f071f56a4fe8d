import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'
import {
  draftFrom,
  draftKey,
  jsonOf,
  newDraft,
  readDraft,
  replaceDraft,
  saveDraft,
  startDrafts,
  textOf,
  undoReplace,
  useDrafts,
  useReplaced,
  withJson,
  withValue,
  type Draft
} from './drafts'

const key = draftKey('demo' as ServerId, 'add')

beforeEach(() => {
  useDrafts.setState({ drafts: {} })
  useReplaced.setState({ replaced: {} })
  vi.stubGlobal('window', { patchbay: { request: async () => '{"ok":true}' } })
})

/** As it is after it was kept and the window began anew. */
function again(draft: Draft): Draft | undefined {
  return draftFrom(fromJson(textOf(draft)))
}

describe('a draft', () => {
  it('says the same as form and as JSON', () => {
    const form = newDraft({ message: 'hi', count: 2 })
    const json = { ...form, mode: 'json' as const }
    expect(JSON.parse(jsonOf(json))).toEqual({ message: 'hi', count: 2 })
    expect(readDraft(withJson(json, '{"message":"ho"}'))).toEqual({ args: { message: 'ho' } })
  })

  it('keeps the JSON to the letter while only the view changes', () => {
    const text = '{ "b":1,\n"a": 2 }'
    const back = { ...withJson(newDraft({}, 'json'), text), mode: 'form' as const }
    expect(back.value).toEqual({ b: 1, a: 2 })
    expect(jsonOf(back)).toBe(text)
    expect(jsonOf(withValue(back, { b: 2 }))).toBe('{\n  "b": 2\n}')
  })

  it('keeps JSON that cannot be read, beside the last that could', () => {
    const draft = withJson(withJson(newDraft({}, 'json'), '{"a":1}'), '{"a":1,\n}')
    expect(draft.value).toEqual({ a: 1 })
    expect(jsonOf({ ...draft, mode: 'form' })).toBe('{"a":1,\n}')
    expect(readDraft({ ...draft, mode: 'form' })).toMatchObject({ fault: { line: 2, column: 1 } })
  })

  it('is not sent while a field holds what is not JSON', () => {
    const draft = { ...newDraft({ address: {} }), scraps: { '/address': '{"a":1,}' } }
    expect(readDraft(draft)).toEqual({ problem: 'What is written at /address is not JSON.' })
    expect(readDraft({ ...draft, mode: 'json' })).toEqual({ args: { address: {} } })
  })

  it('forgets what a field holds only when the JSON says something else there', () => {
    const draft = { ...newDraft({ a: 1, b: 1 }, 'json'), scraps: { '/a': '{', '/b': '[' } }
    expect(withJson(draft, '{"a":1,"b":2}').scraps).toEqual({ '/a': '{' })
  })

  it('keeps what was written in alternatives that are not chosen, while there is a place for it', () => {
    const aside = { '/a/~:1': '{"b":2}', '/a/~:1/b': '{', '/l/1/~:0': '"x"' }
    const draft = { ...newDraft({ a: 1, l: [1, 2] }), scraps: aside }
    expect(readDraft(draft)).toEqual({ args: { a: 1, l: [1, 2] } })
    expect(withJson(draft, '{"a":5,"l":[1]}').scraps).toEqual({
      '/a/~:1': '{"b":2}',
      '/a/~:1/b': '{'
    })
    expect(again(draft)).toEqual(draft)
  })

  it('knows a field by its name, whatever that is', () => {
    const draft = { ...newDraft({ 'a%20b': 1 }, 'json'), scraps: { '/a%20b': '{' } }
    expect(withJson(draft, '{"a%20b":2}').scraps).toEqual({})
  })

  it('forgets what a field holds when the JSON no longer has a place for it', () => {
    const draft = { ...newDraft({ a: {} }, 'json'), scraps: { '/a/b': '{' } }
    expect(withJson(draft, '{"a":{},"c":1}').scraps).toEqual({ '/a/b': '{' })
    expect(withJson(draft, '{"c":1}').scraps).toEqual({})
  })

  it('does not send anything but what was written, and says where it would', () => {
    const reading = readDraft(withJson(newDraft({}, 'json'), '{"a":1,"a":2}'))
    expect(reading).toEqual({
      problem: expect.stringContaining('Line 1, column 8: The name "a" is there twice') as unknown,
      fault: expect.anything() as unknown
    })
  })

  it('sends numbers with all their digits, after they were kept too', () => {
    const json = '{"count":12345678901234567890,"far":1e400}'
    const draft = withJson(newDraft({}, 'json'), json)
    for (const each of [draft, again(draft), again(withValue(draft, draft.value))]) {
      expect(JSON.stringify(readDraft(each ?? newDraft({})))).toBe(`{"args":${json}}`)
    }
  })

  it('is not sent while it is not an object', () => {
    for (const text of ['{', '[1]', 'null', '"x"', '']) {
      expect(readDraft(withJson(newDraft({}, 'json'), text))).toHaveProperty('problem')
    }
  })

  it('keeps a member named __proto__ as a member', () => {
    const draft = withJson(newDraft({}, 'json'), '{"__proto__":{"a":1}}')
    expect(JSON.stringify(again(draft)?.value)).toBe('{"__proto__":{"a":1}}')
  })
})

describe('replacing a draft', () => {
  it('can be undone, until something is written', () => {
    const precious = { ...newDraft({ message: 'precious' }), scraps: { '/x': '{' } }
    saveDraft(key, precious)
    replaceDraft(key, precious, {}, 'The arguments are reset.')
    expect(useDrafts.getState().drafts[key]?.value).toEqual({})
    undoReplace(key)
    expect(useDrafts.getState().drafts[key]).toEqual({ ...precious, version: 2 })

    replaceDraft(key, precious, {}, 'The arguments are reset.')
    saveDraft(key, newDraft({ message: 'new' }))
    undoReplace(key)
    expect(useDrafts.getState().drafts[key]?.value).toEqual({ message: 'new' })
  })
})

describe('a kept draft', () => {
  it('comes back as it was, invalid text and options included', () => {
    const drafts = [
      newDraft({ a: null, b: '', c: [1, { d: false }] }),
      withJson(newDraft({ a: 1 }, 'json'), '{ "a" : 2 }'),
      withJson(newDraft({ a: 1 }, 'json'), '{"a":'),
      { ...newDraft({}), scraps: { '/x': '{' }, timeout: '12x', meta: '{"trace":1}' }
    ]
    expect(drafts.map(again)).toEqual(drafts)
  })

  it('that cannot be read is no draft', () => {
    startDrafts(['', '[]', 'null', '{'].map((text) => ({ key, text })))
    expect(useDrafts.getState().drafts).toEqual({})
    startDrafts([{ key, text: '{"mode":7,"value":[],"scraps":{"/a":1},"timeout":5}' }])
    expect(useDrafts.getState().drafts).toEqual({ [key]: newDraft({}) })
  })
})
