/** Which values may be secret, told by how they look and what they are called. */
import { piecesOf } from './references'

/** What they say is said by many others too. */
const PLAIN_HEADERS =
  /^(?:accept|accept-[\w-]+|content-[\w-]+|user-agent|host|origin|referer|cache-control)$/i

const SHORTEST_WORTH_HIDING = 8
const HARMLESS = [
  /^[A-Za-z]+(?:[-_][A-Za-z]+)*$/,
  // Media types, dates and times.
  /^[a-z]+\/[\w.+-]+(?:; ?[\w-]+=[\w-]+)?$/,
  /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/,
  /^[+-]?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?$/i,
  /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/]|\\\\)[^\0\r\n]*$/,
  /^[\w.+-]+@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+$/,
  // A host: its last label is a word, or it is an IPv4 address; a port may follow.
  /^(?:[a-z\d-]+\.)+[a-z]{2,12}(?::\d{1,5})?$/,
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/,
  /^localhost:\d{1,5}$/,
  /^\d+\.\d+\.\d+(?:-[a-z]+(?:\.\d+)*)?$/,
  // Regions of clouds, time zones and locales.
  /^(?:af|ap|ca|cn|eu|il|me|mx|sa|us|asia|europe)(?:-[a-z]{3,9}){1,3}-?\d$/,
  /^[A-Z][a-z]+(?:\/[A-Z][A-Za-z_]+){1,2}$/,
  /^[a-z]{2}[-_][A-Z]{2}(?:\.[A-Za-z\d-]+)?$/
]

/** What stands between the words of a text and the items of a list. */
const BETWEEN_WORDS = /[\s,;|]+/
const NUMBERED_WORD = /^[A-Za-z]+[-_]\d{1,3}$/

/** Whether a value is so telling that it should never be seen, and so rare that hiding it harms nobody. */
export function isWorthHiding(value: string): boolean {
  if (value.trim().length < SHORTEST_WORTH_HIDING) return false
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value) && URL.canParse(value)) return hasCredentials(value)
  if (HARMLESS.some((shape) => shape.test(value))) return false
  const words = value.split(BETWEEN_WORDS).filter((word) => word !== '')
  return words.length === 1 || words.some(isTellingWord)
}

/** Of a text or a list. */
function isTellingWord(word: string): boolean {
  const plain = word.replace(/^["'(]+|(?<!["').:!?])["').:!?]+$/g, '')
  return !NUMBERED_WORD.test(plain) && isWorthHiding(plain)
}

function hasCredentials(address: string): boolean {
  const { username, password, search, hash } = new URL(address)
  return username !== '' || password !== '' || search.length > 1 || hash.length > 1
}

export function isPlainHeader(name: string): boolean {
  return PLAIN_HEADERS.test(name)
}

/** Whether something in a text that may hold references is worth hiding. */
export function hasTellingText(text: string): boolean {
  return piecesOf(text).some((piece) =>
    isWorthHiding(piece.kind === 'reference' ? (piece.reference.fallback ?? '') : piece.text.trim())
  )
}

const SCHEME = /^(?:Bearer|Basic|Token) /i

/** Nothing but references, perhaps after the word that headers begin with: there is no literal to hide. */
export function isOnlyReferences(text: string): boolean {
  const pieces = piecesOf(text.replace(SCHEME, ''))
  return (
    pieces.length > 0 &&
    pieces.every((piece) =>
      piece.kind === 'reference'
        ? !isWorthHiding(piece.reference.fallback ?? '')
        : piece.kind === 'literal' && /^[:\s]*$/.test(piece.text)
    )
  )
}

const SECRET_WORDS =
  /(?:^|_)(?:tokens?|keys?|apikeys?|secrets?|passwords?|passwd|pass|passphrase|pwd|pw|auth|authorization|credentials?|creds?|pat|cookies?|bearer|signature|assertion|jwt|dsn|otp|pin|webhook|sas)(?:_|$)/
/** As in PGPASSWORD. */
const SECRET_ENDS = /(?:password|passwd|secret|token|apikey)$/
/** What is counted or found by such a name is no secret itself. */
const ABOUT_SECRETS =
  /(?:^|_)(?:max|min|limit|count|ttl|expiry|expires|timeout|size|budget|file|path|dir|folder|type|mode|method|enabled|disabled|id|url|uri|host|name|prefix|header|scheme|scope|scopes|algorithm|public|issuer|audience|region)(?:_|$)/

export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()
  const joined = words
    .replace(/(?:^|_)api_?key/g, '_key')
    .replace(/access_?token|(?:^|_)id_token/g, '_token')
  return (SECRET_WORDS.test(joined) || SECRET_ENDS.test(joined)) && !ABOUT_SECRETS.test(joined)
}

const PLACEHOLDERS = [
  /^\s*$/,
  /^<.*>$/,
  /^\[.*\]$/,
  /^\{\{?.*\}\}?$/,
  /^%[^%]+%$/,
  /^\$[A-Za-z_]\w*$/,
  /^[x*.•_-]+$/i,
  /\b(?:your|my)[-_ ][-\w ]{0,60}(?:key|token|secret|password|pat|here|id)\b/i,
  /^your[-_ A-Z]/i,
  /[-_ ]here$/i,
  /^(?:insert|replace|enter|put|add|change|paste)[-_ ]?(?:me|your|with|this|here|it)\b/i,
  /^(?:todo|changeme|change-me|placeholder|example|dummy|none|null|undefined|test)$/i,
  /x{6,}/i,
  /\.\.\.$|…/
]

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDERS.some((shape) => shape.test(value))
}

const KNOWN_TOKEN =
  /^(?:sk-|sk_|pk_live|rk_live|gh[pousr]_|github_pat_|glpat-|xox[abposr]-|AKIA|ASIA|AIza|ya29\.|eyJ[\w-]+\.|npm_|pypi-|hf_|lin_api_|secret_|ntn_|figd_|tvly-|dop_v1_|shpat_|SG\.)/
/** No token has both a slash and an ending. */
const RELATIVE_FILE = /^[\w./~-]*\/[\w.~-]*\.[A-Za-z]\w{0,9}$/
const SHORTEST_RANDOM = 20
const RANDOM_BITS_PER_CHARACTER = 3.5

/** Whether it has the form of a token that somebody gives out, or has a password in it. */
export function isKnownToken(value: string): boolean {
  return isWorthHiding(value) && (KNOWN_TOKEN.test(value) || hasPassword(value))
}

/** Whether it looks as if a machine had made it up. */
export function isLikelyToken(value: string): boolean {
  if (!isWorthHiding(value)) return false
  if (isKnownToken(value)) return true
  if (RELATIVE_FILE.test(value)) return false
  const isWord = /^[\w+/=.~-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)
  return isWord && value.length >= SHORTEST_RANDOM && entropyOf(value) >= RANDOM_BITS_PER_CHARACTER
}

function hasPassword(value: string): boolean {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/]*)/i.exec(value)?.[1] ?? ''
  const colon = authority.indexOf(':')
  return colon !== -1 && colon < authority.lastIndexOf('@')
}

function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

const HARMLESS_WORD = /^(?:true|false|yes|no|on|off|none|[\d.]{1,3})$/i
/** A file that holds one. Any other path may be a secret: one of 64 in base64 begins with a slash. */
const SECRET_FILE =
  /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/]).*\.(?:json|pem|key|crt|cer|p12|pfx|ya?ml|txt)$/i

/** Whether what has this name and is written like this should not be there for all to see. */
export function isSecretValue(name: string, text: string): boolean {
  if (isOnlyReferences(text) || isPlaceholder(text.replace(/^(?:Bearer|Basic|Token) +/i, ''))) {
    return false
  }
  if (/\$\{(?:secret|input):/.test(text)) return false
  if (isLikelyToken(text)) return true
  return isSecretName(name) && !HARMLESS_WORD.test(text) && !SECRET_FILE.test(text)
}
