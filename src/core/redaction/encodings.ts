/** The forms in which a value may come back. */

/** A base64 form with fewer characters would be found by chance in every picture. */
const SHORTEST_CORE = 6

/** What encoders usually make of it; what they do otherwise is found without its escapes. */
export function encodedForms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8')
  const once = escapedForJson(value)
  const hex = bytes.toString('hex')
  return [
    value,
    once,
    withEscapedSlashes(once),
    escapedForJson(once),
    ...base64Forms(bytes),
    ...percentForms(value, hex),
    hex,
    hex.toUpperCase()
  ]
}

function percentForms(value: string, hex: string): readonly string[] {
  // Half a character has no encoding: it becomes the sign for a broken one, as in the bytes.
  const encoded = encodeURIComponent(value.toWellFormed())
  const every = hex.replace(/../g, '%$&')
  const forms = [encoded, encoded.replaceAll('%20', '+'), encodeURIComponent(encoded), every]
  const lowerCase = (text: string): string => text.replace(/%../g, (code) => code.toLowerCase())
  return [...forms, ...forms.map(lowerCase), every.toUpperCase()]
}

function withEscapedSlashes(text: string): string {
  return text.replaceAll('/', '\\/')
}

function escapedForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Alone, and inside a longer base64 text, where it may begin at any of three places. */
export function base64Forms(bytes: Buffer): readonly string[] {
  const whole = bytes.toString('base64')
  const cores = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const first = Math.ceil((offset * 8) / 6)
    const core = text.slice(first, Math.floor(((offset + bytes.length) * 8) / 6))
    return core.length >= SHORTEST_CORE ? [core] : []
  })
  const standard = [whole, whole.replace(/=+$/, ''), withEscapedSlashes(whole), ...cores]
  return standard.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
}

/** As it stands in an address, and in a form. */
export function addressForms(value: string): readonly string[] {
  const text = value.toWellFormed()
  return [encodeURIComponent(text), new URLSearchParams({ '': text }).toString().slice(1)]
}

/** With one character for each byte, as percent-encoding has it. */
export function asBytes(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1')
}
