/** Addresses of mail, hosts and resources. */

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const MAILBOX = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'i')
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const MAX_LABEL = 63
const MAX_HOSTNAME = 253

export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const labels = text.slice(at + 1).split('.')
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label))
  return at > 0 && isDomain && MAILBOX.test(text.slice(0, at))
}

export function isHostname(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  if (name.length === 0 || name.length > MAX_HOSTNAME) return false
  return name.split('.').every((label) => label.length <= MAX_LABEL && LABEL.test(label))
}

const BYTE = /^(?:0|[1-9]\d{0,2})$/

export function isIpv4(text: string): boolean {
  const bytes = text.split('.')
  return bytes.length === 4 && bytes.every((byte) => BYTE.test(byte) && Number(byte) < 256)
}

const GROUP = /^[0-9a-f]{1,4}$/i
const GROUPS = 8

export function isIpv6(text: string): boolean {
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined) return false
  const last = tail ?? head
  const lastColon = last.lastIndexOf(':')
  const isMixed = isIpv4(last.slice(lastColon + 1))
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const inHexadecimal = isMixed ? last.slice(0, Math.max(0, lastColon)) : last
  const groups = [...(tail === undefined ? [] : groupsOf(head)), ...groupsOf(inHexadecimal)]
  const count = groups.length + (isMixed ? 2 : 0)
  const isWhole = tail === undefined ? count === GROUPS : count < GROUPS
  return isWhole && groups.every((group) => GROUP.test(group))
}

const SCHEME = '[a-z][a-z0-9+.-]*:'
const SEGMENT = "(?:[a-z0-9\\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})"
const HOST = "(?:\\[(?<literal>[^\\]]*)\\]|(?:[a-z0-9\\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)"
const USER = "(?:(?:[a-z0-9\\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?"
const AUTHORITY = `//${USER}${HOST}(?::\\d*)?(?:/${SEGMENT}*)*`
const PATH = `/(?:${SEGMENT}+(?:/${SEGMENT}*)*)?|${SEGMENT}+(?:/${SEGMENT}*)*`
const END = `(?:\\?(?:${SEGMENT}|[/?])*)?(?:#(?:${SEGMENT}|[/?])*)?`
const URI = new RegExp(`^${SCHEME}(?:${AUTHORITY}|${PATH})${END}$`, 'i')
const REFERENCE = new RegExp(`^(?:${SCHEME})?(?:${AUTHORITY}|${PATH})?${END}$`, 'i')
const FUTURE_ADDRESS = /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i

export function isUri(text: string): boolean {
  return isMatch(URI, text)
}

export function isUriReference(text: string): boolean {
  return isMatch(REFERENCE, text)
}

function isMatch(pattern: RegExp, text: string): boolean {
  const match = pattern.exec(text)
  const literal = match?.groups?.['literal']
  return (
    match !== null && (literal === undefined || isIpv6(literal) || FUTURE_ADDRESS.test(literal))
  )
}
