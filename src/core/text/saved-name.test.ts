import { dirname, join, posix, resolve, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { savedName } from './saved-name'

const NAMES: readonly (readonly [string, string])[] = [
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
  ['/etc/shadow', 'shadow'],
  ['C:\\autoexec.bat', 'autoexec.bat'],
  ['C:evil.txt', 'C_evil.txt'],
  ['\\\\host\\share\\file.txt', 'file.txt'],
  ['file:///home/ada/.ssh/id_rsa', 'id_rsa'],
  ['folder/', 'folder'],
  ['', 'saved'],
  ['.', 'saved'],
  ['..', 'saved'],
  ['...', 'saved'],
  ['/', 'saved'],
  ['///', 'saved'],
  ['   ', 'saved'],
  ['. .', 'saved'],
  ['.bashrc', 'bashrc'],
  ['.ssh/authorized_keys', 'authorized_keys'],
  ['name.', 'name'],
  ['name. . .', 'name'],
  [' name ', 'name'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['nul', '_nul'],
  ['AUX.tar.gz', '_AUX.tar.gz'],
  ['COM1', '_COM1'],
  ['lpt9.log', '_lpt9.log'],
  ['COM¹.txt', '_COM¹.txt'],
  ['conIN$', '_conIN$'],
  ['console.txt', 'console.txt'],
  ['a\0b.txt', 'a_b.txt'],
  ['line\nbreak.txt', 'line_break.txt'],
  ['a<b>c:"d|e?f*.txt', 'a_b_c__d_e_f_.txt'],
  ['stream.txt:hidden', 'stream.txt_hidden'],
  ['gpj.\u202Eexe.pdf', 'gpj._exe.pdf'],
  ['zero\u200Bwidth.txt', 'zero_width.txt'],
  ['\u{E0041}tag.txt', '_tag.txt'],
  ['half\uD800.txt', 'half_.txt'],
  ['übung.txt', 'übung.txt'],
  ['数据.json', '数据.json'],
  ['%2e%2e%2fetc%2fpasswd', '%2e%2e%2fetc%2fpasswd']
]

/** The same numbers each time, so that a failure can be looked at again. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

const PIECES = [
  ...[
    '/',
    '\\',
    '.',
    '..',
    ' ',
    '\0',
    ':',
    '*',
    'CON',
    'nul',
    '~',
    '%2f',
    '\u202E',
    '\uD800',
    '😀'
  ],
  ...[
    'a',
    'file',
    'é',
    '\n',
    '\t',
    '"',
    '|',
    '$',
    '`',
    "'",
    'x'.repeat(80),
    '数'.repeat(40),
    '.txt'
  ]
]

describe('savedName', () => {
  it.each(NAMES)('makes %j into %j', (suggested, name) => {
    expect(savedName(suggested)).toBe(name)
  })

  it('keeps the ending of a name that is too long', () => {
    const name = savedName(`${'数'.repeat(200)}.json`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
    expect(name).toMatch(/^数+\.json$/)
    expect(Buffer.byteLength(savedName('x'.repeat(10_000)))).toBeLessThanOrEqual(150)
  })

  it('never leads out of a folder, on any system', () => {
    const numbers = random(42)
    const folder = join('some', 'folder')
    for (let round = 0; round < 5_000; round += 1) {
      const count = numbers.next().value % 12
      const pieces = Array.from(
        { length: count },
        () => PIECES[numbers.next().value % PIECES.length]
      )
      const name = savedName(pieces.join(''))
      expect(name).not.toBe('')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150)
      expect(name).not.toMatch(/[\p{Cc}\p{Cs}/\\:]|^[. ]|[. ]$/u)
      expect(dirname(resolve(folder, name))).toBe(resolve(folder))
      for (const system of [posix, win32]) {
        expect(system.dirname(system.resolve('/f', name))).toBe(system.resolve('/f'))
      }
    }
  })
})
