import { describe, expect, it } from 'vitest'
import fc from '../../shared/json/properties-testing'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { Redactor } from './redaction'

const VALUE = 'k3y/with "quotes"\\and+more=ü?'

function redactorFor(...values: string[]): Redactor {
  const redactor = new Redactor()
  redactor.add(values)
  return redactor
}

function json(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function unicodeEscaped(text: string): string {
  return [...Array(text.length).keys()]
    .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
}

function percent(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function base64Inside(text: string, before: number): string {
  return Buffer.from(`${'x'.repeat(before)}${text}yz`).toString('base64')
}

function inLines(text: string, lineEnd: string): string {
  return text.match(/.{1,20}/g)?.join(lineEnd) ?? ''
}

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'escaped for JSON': json,
  'escaped for JSON twice': (text) => json(json(text)),
  'JSON with escaped slashes': (text) => json(text).replaceAll('/', '\\/'),
  'JSON escapes for every character': unicodeEscaped,
  'JSON escapes in capitals': (text) =>
    unicodeEscaped(text).replace(/[a-f]/g, (letter) => letter.toUpperCase()),
  'JSON escapes, escaped again': (text) => json(unicodeEscaped(text)),
  'percent-encoded': (text) => encodeURIComponent(text),
  'percent-encoded in small letters': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded with every character': percent,
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'a form field': (text) => new URLSearchParams({ x: text }).toString().slice(2),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 without padding': (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 with line ends': (text) => inLines(Buffer.from(text).toString('base64'), '\n'),
  'base64 as in mail': (text) => inLines(Buffer.from(text).toString('base64'), '\r\n '),
  'base64 in JSON with indented lines': (text) =>
    inLines(Buffer.from(text).toString('base64'), '\\n\\t'),
  'base64 with indented lines': (text) => inLines(Buffer.from(text).toString('base64'), '\n\t'),
  'base64 in JSON with line ends': (text) =>
    inLines(Buffer.from(text).toString('base64'), '\\r\\n'),
  'base64 in JSON with escaped slashes': (text) =>
    Buffer.from(text).toString('base64').replaceAll('/', '\\/'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase()
}

describe('redact', () => {
  it.each(Object.entries(ENCODINGS))('hides a value that is %s', (_name, encode) => {
    const redactor = redactorFor(VALUE)
    const shown = redactor.redact(`before <${encode(VALUE)}> after`)
    expect(shown).toBe(`before <${HIDDEN_VALUE}> after`)
  })

  it.each([0, 1, 2, 3])('hides a value that is %i bytes into a longer base64 text', (before) => {
    const text = base64Inside('0123456789abcdef', before)
    for (const form of [text, text.replaceAll('+', '-').replaceAll('/', '_')]) {
      const shown = redactorFor('0123456789abcdef').redact(form)
      expect(shown).toContain(HIDDEN_VALUE)
      expect(shown.replace(HIDDEN_VALUE, '').length).toBeLessThanOrEqual(12)
    }
  })

  it('gives back the very text when there is nothing to hide', () => {
    const text = 'a % b \\ c + d'
    expect(redactorFor(VALUE).redact(text)).toBe(text)
    expect(new Redactor().redact(text)).toBe(text)
  })

  it('hides the longest of values that begin alike, and all of two that overlap', () => {
    expect(redactorFor('abcd', 'abcdefgh').redact('<abcdefgh>')).toBe(`<${HIDDEN_VALUE}>`)
    expect(redactorFor('abcdef', 'defghi').redact('<abcdefghi>')).toBe(`<${HIDDEN_VALUE}>`)
  })

  it('does not know values of fewer than four characters, nor its own mark', () => {
    const redactor = redactorFor('abc', '', HIDDEN_VALUE)
    expect(redactor.size).toBe(0)
    expect(redactor.redact('abc abc')).toBe('abc abc')
  })

  it('knows values that are added later', () => {
    const redactor = redactorFor('first-value')
    expect(redactor.redact('first-value second-value')).toBe(`${HIDDEN_VALUE} second-value`)
    redactor.add(['second-value', 'first-value'])
    expect(redactor.size).toBe(2)
    expect(redactor.redact('second-value')).toBe(HIDDEN_VALUE)
  })

  it('hides a key of many lines as a whole and line by line', () => {
    const lines = [
      '-----BEGIN KEY-----',
      'MIIEvQIBADANBgkq',
      'hkiG9w0BAQEFAASC',
      '-----END KEY-----'
    ]
    const redactor = redactorFor(lines.join('\n'))
    expect(redactor.redact(`<${lines.join('\n')}>`)).toBe(`<${HIDDEN_VALUE}>`)
    expect(redactor.redact(`line 2: ${lines[1]}`)).toBe(`line 2: ${HIDDEN_VALUE}`)
    expect(redactor.redact(lines[0] ?? '')).toBe(lines[0])
  })

  it('hides values that are too long for one pattern, and many of them', () => {
    const random = (seed: number): string =>
      Array.from({ length: 3_000 }, (_, at) => ((seed + at * at * 7 + at) % 36).toString(36)).join(
        ''
      )
    const values = Array.from({ length: 20 }, (_, seed) => `${seed}:${random(seed)}`)
    const redactor = redactorFor(...values)
    for (const value of values) {
      expect(redactor.redact(`<${value}>`)).toBe(`<${HIDDEN_VALUE}>`)
      expect(redactor.redact(`<${percent(value)}>`)).toBe(`<${HIDDEN_VALUE}>`)
    }
  })

  it.each(['base64', 'base64url', 'hex'] as const)(
    'hides the beginning of a cut %s',
    (encoding) => {
      const redactor = new Redactor()
      const secret = 'correct-horse-battery-staple-0123456789'
      redactor.add([secret])
      for (const around of ['', 'a', 'ab']) {
        const encoded = Buffer.from(around + secret).toString(encoding)
        const cut = `key=${encoded.slice(0, 40)}…`
        expect(redactor.redact(cut)).toMatch(/^key=.{0,4}•••…$/)
        expect(redactor.redactJson(JSON.stringify({ cut }))).toMatch(/^\{"cut":"key=.{0,4}•••…"\}$/)
      }
    }
  )

  it.each([16, 60, 64, 76])('hides each line of base64 that is folded after %i', (width) => {
    const secret = Array.from({ length: 16 }, (_, at) => `q${at}Zx7Kp-${at}w`).join('')
    for (const before of ['', 'token: ', 'xy']) {
      const encoded = Buffer.from(before + secret).toString('base64')
      const lines = encoded.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
      const first = before !== '' && width === 16 ? 1 : 0
      const seen = lines.slice(first).filter((line) => line.replace(/=+$/, '').length >= 16)
      for (const line of seen) {
        expect(redactorFor(secret).redact(`> ${line}`)).toMatch(/^> •••=*$/)
      }
    }
  })

  it('hides a short number as a whole only', () => {
    const redactor = redactorFor('123456')
    const text = '{"n":1234567,"m":0.123456,"p":123456,"t":"a 123456 b 91234560"}'
    const hidden = `{"n":1234567,"m":0.123456,"p":"${HIDDEN_VALUE}","t":"a ${HIDDEN_VALUE} b 91234560"}`
    expect(redactor.redactJson(text)).toBe(hidden)
  })

  it('is not slowed down by a text that is made of backslashes', () => {
    const redactor = redactorFor('\\"\\"\\"\\"x')
    const text = '\\'.repeat(200_000)
    expect(redactor.redact(text)).toBe(text)
  })
})

describe('redactJson', () => {
  it('hides a value that is in a string of JSON in JSON in JSON', () => {
    const wrap = (value: unknown): string => JSON.stringify({ text: value })
    const text = wrap(wrap(wrap(VALUE)))
    const shown = JSON.parse(redactorFor(VALUE).redactJson(text)) as { text: string }
    expect(shown.text).toBe(wrap(wrap(HIDDEN_VALUE)))
  })

  it('hides a value that is a key', () => {
    expect(redactorFor(VALUE).redactJson(JSON.stringify({ [VALUE]: 1 }))).toBe(
      `{"${HIDDEN_VALUE}":1}`
    )
  })

  it('makes a string of a number that holds the value', () => {
    expect(redactorFor('12345678').redactJson('{"pin":-12345678.5,"a":1}')).toBe(
      `{"pin":"${HIDDEN_VALUE}","a":1}`
    )
  })

  it('does not take half of an escape for the beginning of a value', () => {
    const text = '{"a":"\\nabcdef"}'
    expect(redactorFor('nabcdef').redactJson(text)).toBe(text)
  })

  it('leaves words of JSON and its structure alone', () => {
    const text = '{"a":true,"b":null,"c":"d"}'
    expect(redactorFor('true', 'null', '":"d').redactJson(text)).toBe(text)
  })

  it('hides in text that is not JSON', () => {
    expect(redactorFor('abcdefgh').redactJson('{"a": abcdefgh')).toBe(`{"a": ${HIDDEN_VALUE}`)
  })

  it('gives back the very text, with its spaces and escapes, when there is nothing to hide', () => {
    const text = '{ "a" : "\\u0062\\/" }'
    expect(redactorFor('abcdefgh').redactJson(text)).toBe(text)
  })
})

describe('any value in any text', () => {
  const value = fc
    .string({ minLength: 6, maxLength: 40, unit: 'grapheme' })
    .filter((text) => text.isWellFormed() && text.length >= 6 && text.trim() === text)
  const around = fc.string({ maxLength: 60 })
  const encoding = fc.constantFrom(...Object.values(ENCODINGS))

  it('is gone from plain text', () => {
    fc.assert(
      fc.property(value, encoding, around, around, (secret, encode, before, after) => {
        const form = encode(secret)
        const shown = redactorFor(secret).redact(`${before}${form}${after}`)
        expect(shown).toContain(HIDDEN_VALUE)
        expect(shown.includes(form)).toBe(false)
      }),
      { numRuns: 1_000 }
    )
  })

  it('is gone from JSON, which stays JSON', () => {
    fc.assert(
      fc.property(value, encoding, around, fc.jsonValue(), (secret, encode, before, other) => {
        const form = encode(secret)
        const text = JSON.stringify([other, { text: `${before}${form}` }, other])
        const shown = JSON.parse(redactorFor(secret).redactJson(text)) as { text: string }[]
        expect(shown[1]?.text).toContain(HIDDEN_VALUE)
        expect(shown[1]?.text.includes(form)).toBe(false)
      }),
      { numRuns: 1_000 }
    )
  })

  it('changes no text that does not hold it', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, data) => {
        const redactor = redactorFor('𝔄 value that no generator makes up')
        expect(redactor.redact(text)).toBe(text)
        expect(redactor.redactJson(JSON.stringify(data))).toBe(JSON.stringify(data))
      })
    )
  })
})

describe('a text that was cut in the middle of a value', () => {
  const redactor = new Redactor()
  redactor.add(['ghp_CANARY0123456789abcdefXYZ98765'])

  const long = 'x'.repeat(80)

  it.each([
    ['"ghp_CANARY0123…" is no level', '"•••…" is no level'],
    ['ghp_CANARY... and more', '•••... and more'],
    [`${long} it was ghp_CANARY0123456789abc`, `${long} it was •••`],
    [`“${long} ghp_CANARY0123” is no frame`, `“${long} •••” is no frame`]
  ])('has nothing of it left in %s', (text, expected) => {
    expect(redactor.redact(text)).toBe(expected)
    expect(JSON.parse(redactor.redactJson(JSON.stringify({ text })))).toEqual({ text: expected })
  })

  it('has nothing of it left where it was written in a form', () => {
    const secret = 'a7MrTPeI5QKNT~g8YNDsqJ mxK+4711'
    const forms = new Redactor()
    forms.add([secret])
    for (const form of [new URLSearchParams({ a: secret }).toString(), encodeURIComponent(secret)])
      for (let end = 'a='.length + 8; end < form.length - 1; end += 1)
        expect(forms.redact(`<${form.slice(0, end)}… (cut)>`)).toMatch(/^<(?:a=)?•••… \(cut\)>$/)
  })

  it.each([
    'ghp_CA… is short',
    'it was ghp_CANARY0123456789abc',
    'It said "ghp_CANARY0123".',
    `${long} ghp_CANARY0123 is not the end`,
    `${long} ghp_CANARY0123. Nor is this.`,
    `${long} ghp_CANARY0123\nand more`
  ])('is not seen in %s', (text) => {
    expect(redactor.redact(text)).toBe(text)
    const json = JSON.stringify({ text })
    expect(redactor.redactJson(json)).toBe(json)
  })

  it('leaves words alone with which a value begins', () => {
    const address = redactorFor('postgresql://me:s3cr3t-7f3a91@host/things', 'hidden-wire-12345-10')
    for (const word of ['postgresql', 'hidden-wire']) {
      const text = `${long} ${word}`
      expect(address.redact(text)).toBe(text)
      expect(address.redactJson(JSON.stringify({ name: word }))).toBe(`{"name":"${word}"}`)
    }
  })

  it('comes to an end whatever the value is made of', () => {
    const faces = new Redactor()
    faces.add(['😀'.repeat(12)])
    expect(faces.redact(`a ${'😀'.repeat(10)}…`)).toBe('a •••…')
  })
})
