import { describe, expect, it } from 'vitest'
import { expandTemplate, type TemplateValue } from './uri-expansion'
import { readTemplate, variablesOf } from './uri-template'

/** The values that the examples of RFC 6570, sections 1.2 and 3.2, are about. */
const VALUES = new Map<string, TemplateValue>([
  ['count', ['one', 'two', 'three']],
  ['dom', ['example', 'com']],
  ['dub', 'me/too'],
  ['hello', 'Hello World!'],
  ['half', '50%'],
  ['var', 'value'],
  ['who', 'fred'],
  ['base', 'http://example.com/home/'],
  ['path', '/foo/bar'],
  ['list', ['red', 'green', 'blue']],
  [
    'keys',
    new Map([
      ['semi', ';'],
      ['dot', '.'],
      ['comma', ',']
    ])
  ],
  ['v', '6'],
  ['x', '1024'],
  ['y', '768'],
  ['empty', ''],
  ['empty_keys', new Map()]
])

function expanded(text: string, values = VALUES): string {
  const read = readTemplate(text)
  return 'problem' in read ? read.problem : expandTemplate(read.template, values)
}

const EXAMPLES: readonly (readonly [template: string, uri: string])[] = [
  // 1.2
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+var}', 'value'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['here?ref={+path}', 'here?ref=/foo/bar'],
  ['X{#var}', 'X#value'],
  ['X{#hello}', 'X#Hello%20World!'],
  ['map?{x,y}', 'map?1024,768'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['X{.var}', 'X.value'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{?x,y,empty}', '?x=1024&y=768&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  // 3.2.1
  ['{count}', 'one,two,three'],
  ['{count*}', 'one,two,three'],
  ['{/count}', '/one,two,three'],
  ['{/count*}', '/one/two/three'],
  ['{;count}', ';count=one,two,three'],
  ['{;count*}', ';count=one;count=two;count=three'],
  ['{?count}', '?count=one,two,three'],
  ['{?count*}', '?count=one&count=two&count=three'],
  ['{&count*}', '&count=one&count=two&count=three'],
  // 3.2.2
  ['{half}', '50%25'],
  ['O{empty}X', 'OX'],
  ['O{undef}X', 'OX'],
  ['{x,y}', '1024,768'],
  ['?{x,empty}', '?1024,'],
  ['?{x,undef}', '?1024'],
  ['?{undef,y}', '?768'],
  ['{var:3}', 'val'],
  ['{var:30}', 'value'],
  ['{list}', 'red,green,blue'],
  ['{list*}', 'red,green,blue'],
  ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  // 3.2.3
  ['{+half}', '50%25'],
  ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
  ['{+base}index', 'http://example.com/home/index'],
  ['O{+empty}X', 'OX'],
  ['O{+undef}X', 'OX'],
  ['up{+path}{var}/here', 'up/foo/barvalue/here'],
  ['{+x,hello,y}', '1024,Hello%20World!,768'],
  ['{+path,x}/here', '/foo/bar,1024/here'],
  ['{+path:6}/here', '/foo/b/here'],
  ['{+list}', 'red,green,blue'],
  ['{+keys}', 'semi,;,dot,.,comma,,'],
  ['{+keys*}', 'semi=;,dot=.,comma=,'],
  // 3.2.4
  ['{#half}', '#50%25'],
  ['foo{#empty}', 'foo#'],
  ['foo{#undef}', 'foo'],
  ['{#x,hello,y}', '#1024,Hello%20World!,768'],
  ['{#path:6}/here', '#/foo/b/here'],
  ['{#list*}', '#red,green,blue'],
  ['{#keys}', '#semi,;,dot,.,comma,,'],
  ['{#keys*}', '#semi=;,dot=.,comma=,'],
  // 3.2.5
  ['{.who,who}', '.fred.fred'],
  ['{.half,who}', '.50%25.fred'],
  ['www{.dom*}', 'www.example.com'],
  ['X{.empty}', 'X.'],
  ['X{.undef}', 'X'],
  ['X{.var:3}', 'X.val'],
  ['X{.list}', 'X.red,green,blue'],
  ['X{.list*}', 'X.red.green.blue'],
  ['X{.keys}', 'X.semi,%3B,dot,.,comma,%2C'],
  ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
  ['X{.empty_keys}', 'X'],
  ['X{.empty_keys*}', 'X'],
  // 3.2.6
  ['{/half,who}', '/50%25/fred'],
  ['{/who,dub}', '/fred/me%2Ftoo'],
  ['{/var,empty}', '/value/'],
  ['{/var,undef}', '/value'],
  ['{/var:1,var}', '/v/value'],
  ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
  ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
  // 3.2.7
  ['{;half}', ';half=50%25'],
  ['{;empty}', ';empty'],
  ['{;v,empty,who}', ';v=6;empty;who=fred'],
  ['{;v,bar,who}', ';v=6;who=fred'],
  ['{;hello:5}', ';hello=Hello'],
  ['{;list*}', ';list=red;list=green;list=blue'],
  ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'],
  ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
  // 3.2.8
  ['{?who}', '?who=fred'],
  ['{?x,y,undef}', '?x=1024&y=768'],
  ['{?var:3}', '?var=val'],
  ['{?list}', '?list=red,green,blue'],
  ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
  ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  // 3.2.9
  ['{&who}', '&who=fred'],
  ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ['{&var:3}', '&var=val'],
  ['{&keys*}', '&semi=%3B&dot=.&comma=%2C']
]

describe('a URI template', () => {
  it.each(EXAMPLES)('expands %s as the RFC does', (template, uri) => {
    expect(expanded(template)).toBe(uri)
  })

  it('encodes what no URI may hold, in literals and values alike', () => {
    const values = new Map([['a', 'ü\u{1f600} "<>\ud800']])
    expect(expanded('x ü/{a}', values)).toBe('x%20%C3%BC/%C3%BC%F0%9F%98%80%20%22%3C%3E%EF%BF%BD')
    expect(expanded('a%20b%zz', values)).toBe('a%20b%25zz')
  })

  it('cuts a value at characters, never inside one', () => {
    expect(expanded('{a:2}', new Map([['a', '\u{1f600}ü!']]))).toBe('%F0%9F%98%80%C3%BC')
    expect(expanded('{+a:2}', new Map([['a', '%41bc']]))).toBe('%41b')
  })

  it.each([
    ['a{b', 'The { at character 2 is never closed.'],
    ['a}b', 'There is a } without a { at character 2.'],
    ['{}', 'There is nothing between { and } at character 1.'],
    ['{{a}}', '{{a} has a { inside.'],
    ['{=a}', '{=a} begins with =, which RFC 6570 keeps for later use.'],
    ['{a,}', '{a,} has a variable without a name.'],
    ['{?}', '{?} has a variable without a name.'],
    ['{a:0}', '{a:0} has a length that is not a number from 1 to 9999.'],
    ['{a:12345}', '{a:12345} has a length that is not a number from 1 to 9999.'],
    ['{a:}', '{a:} has a length that is not a number from 1 to 9999.'],
    ['{a:3*}', '{a:3*} has both a length and a *, which exclude each other.'],
    ['{a*b}', '{a*b} has a * that is not at the end of a name.']
  ])('says what is wrong with %s', (template, problem) => {
    expect(readTemplate(template)).toEqual({ problem })
  })

  it('understands names that are against the RFC, and says so', () => {
    const read = readTemplate('x://{user-id}/{_ok.2%41}')
    expect('template' in read && read.template.remarks).toEqual([
      'RFC 6570 does not allow the name user-id; it is filled in all the same.'
    ])
    expect(expanded('x://{user-id}', new Map([['user-id', '7']]))).toBe('x://7')
  })

  it('asks once for a name that occurs twice', () => {
    const read = readTemplate('{/var:1,var}{?list*}')
    expect('template' in read && variablesOf(read.template)).toEqual([
      { name: 'var', isExploded: false },
      { name: 'list', isExploded: true }
    ])
  })

  it('knows names that objects have of their own', () => {
    expect(expanded('{__proto__}{toString}')).toBe('')
    expect(expanded('{__proto__}', new Map([['__proto__', 'x']]))).toBe('x')
  })

  it('refuses what is endless instead of reading it', () => {
    expect(readTemplate('{'.repeat(20_001))).toEqual({
      problem: 'The template is longer than 20000 characters.'
    })
    expect(readTemplate('{a}'.repeat(201))).toEqual({
      problem: 'The template has more than 200 variables.'
    })
    for (const hostile of ['{'.repeat(20_000), '}'.repeat(20_000), `{${','.repeat(19_990)}}`]) {
      expect(readTemplate(hostile)).toHaveProperty('problem')
    }
  })
})
