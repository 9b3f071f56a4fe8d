import { expect, it } from 'vitest'
import { FRAMES, parseFrameFilter } from './frames'
import { withTerm, type NewTerm } from './with-term'

it.each<[string, NewTerm<typeof FRAMES>, string]>([
  ['', { field: 'method', value: 'tools/call' }, 'method:tools/call'],
  ['hello', { field: 'tool', value: 'echo' }, 'hello tool:echo'],
  ['method:ping  x', { field: 'method', value: 'tools/call' }, 'method:tools/call x'],
  ['method:a x method:b', { field: 'method', value: 'c' }, 'method:c x'],
  ['method:a|b', { field: 'method', value: 'a' }, 'method:a'],
  ['-method:a', { field: 'method', value: 'b' }, '-method:a method:b'],
  ['-method:a x', { field: 'method', value: 'a' }, 'x method:a'],
  ['method:a', { field: 'method', value: 'a', isNegated: true }, '-method:a'],
  ['-method:a', { field: 'method', value: 'b', isNegated: true }, '-method:a -method:b'],
  ['!method:a', { field: 'method', value: 'a', isNegated: true }, '!method:a'],
  ['is:error', { field: 'is', value: 'slow' }, 'is:error is:slow'],
  ['is:error', { field: 'is', value: 'error' }, 'is:error'],
  ['rule:a', { field: 'rule', value: 'b' }, 'rule:a rule:b'],
  ['id:7', { field: 'id', value: '7' }, 'id:"7"'],
  ['id:"7"', { field: 'id', value: 7 }, 'id:7'],
  ['', { field: 'server', value: 'my "files" \\ *' }, 'server:"my \\"files\\" \\\\ *"'],
  ['', { field: 'resource', value: '//x' }, 'resource:"//x"'],
  ['', { field: 'tool', value: '' }, 'tool:""'],
  ['', { field: 'text', value: 'is:error' }, '"is:error"'],
  ['"not closed', { field: 'is', value: 'error' }, '"not closed" is:error'],
  ['"not closed\\', { field: 'is', value: 'error' }, '"not closed\\\\" is:error'],
  ['-tool:a|"b c', { field: 'is', value: 'error' }, '-tool:a|"b c" is:error'],
  ['/not clo', { field: 'is', value: 'error' }, '/not clo/ is:error'],
  ['took:>1s', { field: 'took', value: '>500ms' }, 'took:>500ms']
])('%s with %j is %s', (text, term, expected) => {
  expect(withTerm(text, term, FRAMES)).toBe(expected)
})

it.each(['a', 'a b', '*', 'a|b', '"', '\\', '\\"', '//a', 'file:///a b', '-a', '#41', 'é'])(
  'a name that is added is read as it is: %s',
  (name) => {
    const { terms, errors } = parseFrameFilter(
      withTerm('"x', { field: 'target', value: name }, FRAMES)
    )
    expect([errors, terms[1]?.condition]).toEqual([
      [],
      { field: 'target', anyOf: [{ parts: [name] }] }
    ])
  }
)
