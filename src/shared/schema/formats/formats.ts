/** The formats that are checked. A format that is not here says nothing that could be checked. */
import { isWholeNumber, type ExactNumber } from '../../json/exact-number'
import { isDate, isDateTime, isDuration, isTime } from './times'
import { isEmail, isHostname, isIpv4, isIpv6, isUri, isUriReference } from './addresses'

export type Format<T> = {
  readonly fits: (value: T) => boolean
  /** What it has to be, as the end of a sentence. */
  readonly words: string
  /** Its check takes time in proportion to the text. */
  readonly isLinear?: boolean
}

const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const POINTER = /^(?:\/(?:[^~/]|~0|~1)*)*$/
const POINTER_IN_URI = /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const URI_TEMPLATE =
  /^(?:[^\0-\x20"'<>%\\^`{|}]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?(?:[a-z0-9_.]|%[0-9a-f]{2})+(?::[1-9]\d{0,3}|\*)?(?:,(?:[a-z0-9_.]|%[0-9a-f]{2})+(?::[1-9]\d{0,3}|\*)?)*\})*$/i

function matching(pattern: RegExp, words: string): Format<string> {
  return { fits: (text) => pattern.test(text), words }
}

export const TEXT_FORMATS: ReadonlyMap<string, Format<string>> = new Map<string, Format<string>>([
  ['date', { fits: isDate, words: 'a date such as 2024-02-29' }],
  ['time', { fits: isTime, words: 'a time with its offset, such as 12:30:00Z' }],
  ['date-time', { fits: isDateTime, words: 'a date and time such as 2024-02-29T12:30:00Z' }],
  ['duration', { fits: isDuration, words: 'a duration such as P1DT12H' }],
  ['email', { fits: isEmail, words: 'an email address such as ada@example.com' }],
  ['hostname', { fits: isHostname, words: 'a host name such as example.com' }],
  ['ipv4', { fits: isIpv4, words: 'an IPv4 address such as 192.0.2.1' }],
  ['ipv6', { fits: isIpv6, words: 'an IPv6 address such as 2001:db8::1' }],
  ['uri', { fits: isUri, words: 'a whole URI such as https://example.com/a' }],
  ['url', { fits: isUri, words: 'a whole URL such as https://example.com/a' }],
  ['uri-reference', { fits: isUriReference, words: 'a URI, or a part of one such as /a?b=c' }],
  ['uri-template', matching(URI_TEMPLATE, 'a URI template such as /users/{id}')],
  ['uuid', matching(UUID, 'a UUID such as 0e3a4f1c-8f7a-4c5e-9b1d-2a3b4c5d6e7f')],
  ['json-pointer', matching(POINTER, 'a JSON pointer such as /a/0')],
  ['json-pointer-uri-fragment', matching(POINTER_IN_URI, 'a JSON pointer such as #/a/0')],
  ['relative-json-pointer', matching(RELATIVE_POINTER, 'a relative JSON pointer such as 1/a')],
  ['regex', { fits: isRegex, words: 'a regular expression of JavaScript' }],
  ['byte', { ...matching(BASE64, 'bytes in base64, such as aGVsbG8='), isLinear: true }]
])

export const NUMBER_FORMATS: ReadonlyMap<string, Format<number | ExactNumber>> = new Map([
  ['int32', { fits: isInt32, words: 'a whole number that fits into 32 bits' }],
  ['int64', { fits: isWholeNumber, words: 'a whole number' }]
])

function isInt32(value: number | ExactNumber): boolean {
  const number = Number(value)
  return isWholeNumber(value) && number >= -(2 ** 31) && number < 2 ** 31
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== ''
  } catch {
    return false
  }
}
