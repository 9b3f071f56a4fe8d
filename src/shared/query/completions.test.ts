import { describe, expect, it } from 'vitest'
import { AUDIT_RECORDS } from './audit-records'
import { completionsAt } from './completions'
import { FRAMES, parseFrameFilter } from './frames'
import type { KnownNames } from './vocabulary'

const NAMES: KnownNames = {
  servers: ['files', 'my files'],
  methods: ['tools/call', 'tools/list', 'ping'],
  tools: ['echo', 'get-sum', 'hid\u200bden'],
  resources: ['file:///a b'],
  prompts: [],
  rules: ['stdout-noise', 'not-json']
}

/** The cursor is where the ^ is. */
function completed(marked: string): { readonly replaced: string; readonly inserts: string[] } {
  const cursor = marked.indexOf('^')
  const text = marked.replace('^', '')
  const { from, to, items } = completionsAt(text, cursor, FRAMES, NAMES)
  return { replaced: text.slice(from, to), inserts: items.map(({ insert }) => insert) }
}

describe('Completion offers', () => {
  it.each<[string, string, readonly string[]]>([
    ['me^', 'me', ['method:']],
    ['-me^', 'me', ['method:']],
    ['x ME^thod y', 'MEthod', ['method:']],
    ['me^:tools/call', 'me:', ['method:']],
    ['-me^thod:ping', 'method:', ['method:']],
    ['method:^', '', ['tools/call', 'tools/list', 'ping']],
    ['method:tools^', 'tools', ['tools/call', 'tools/list']],
    ['method:LIST^', 'LIST', ['tools/list']],
    ['method:p^ing', 'ping', ['ping']],
    ['server:f^', 'f', ['files', '"my files"']],
    ['server:"my f^', '"my f', ['"my files"']],
    ['server:files|my^ is:error', 'my', ['"my files"']],
    ['resource:file^', 'file', ['"file:///a b"']],
    ['is:pe^', 'pe', ['pending']],
    ['is:error|can^', 'can', ['cancelled']],
    ['kind:e^', 'e', ['error', 'event', 'request', 'result', 'noise', 'stderr']],
    ['origin:^', '', ['server', 'workbench']],
    ['level:al^', 'al', ['alert', 'critical']],
    ['rule:json^', 'json', ['not-json']],
    ['took:>5^', '>5', ['>500ms']],
    ['size:>1^', '>1', ['>10kb', '>1mb']],
    ['methd:^', 'methd:', ['method:']],
    ['ech^', 'ech', ['target:echo']],
    ['pend^', 'pend', ['is:pending']],
    ['"me^', '', []],
    ['/me^/', '', []],
    ['#4^', '4', []],
    ['after:14^', '14', []],
    ['^is:error', '', []]
  ])('for %s', (marked, replaced, inserts) => {
    expect(completed(marked)).toEqual({ replaced, inserts })
  })

  it('every field where nothing is typed, with what it means', () => {
    const { from, to, items } = completionsAt('is:error ', 9, FRAMES, NAMES)
    expect([from, to, items.length]).toEqual([9, 9, 18])
    expect(items[0]).toEqual({
      insert: 'server:',
      label: 'server:',
      hint: 'The name or the id of the server'
    })
  })

  it('the words of the audit log there', () => {
    const offered = (text: string): readonly string[] =>
      completionsAt(text, text.length, AUDIT_RECORDS, NAMES).items.map(({ insert }) => insert)
    expect(['stat', 'status:f', 'fail', 'kind'].map(offered)).toEqual([
      ['status:'],
      ['failed'],
      ['status:failed'],
      []
    ])
  })

  it('what a server hides in a name, so that it is seen', () => {
    const { items } = completionsAt('tool:hid', 8, FRAMES, NAMES)
    expect(items).toEqual([{ insert: 'hid\u200bden', label: 'hid<U+200B>den', hint: '' }])
  })

  it('nothing that is not understood', () => {
    for (const field of ['server', 'method', 'tool', 'rule', 'is', 'kind', 'took', 'size']) {
      const { items } = completionsAt(`${field}:`, field.length + 1, FRAMES, NAMES)
      for (const { insert } of items) {
        expect(parseFrameFilter(`${field}:${insert}`).errors).toEqual([])
      }
    }
  })
})
