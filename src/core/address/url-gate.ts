/**
 * Which addresses may be opened outside of Patchbay. Servers write them, so only what means exactly
 * what it shows goes through, and even that only after a person has seen it.
 */
import { domainToUnicode } from 'node:url'
import { hostKind } from './hosts'

export type LinkReport =
  | {
      readonly isAllowed: true
      /** What is opened, to the letter. */
      readonly href: string
      readonly host: string
      /** The part of the host that somebody has registered, and so answers for. */
      readonly domain: string
      /** Whole sentences. */
      readonly warnings: readonly string[]
    }
  | {
      readonly isAllowed: false
      /** A whole sentence. */
      readonly why: string
    }

const LONGEST = 2_048
/** Scopes and other parameters make the pages of sign-ins longer. */
export const LONGEST_SIGN_IN = 8_192
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}]/u
const ENCODED_CONTROL = /%(?:[01][\da-f]|7f)/i
const SPLIT = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^]*)$/i
/** Ends of host names below which others register theirs. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gov|go|ltd|me|mil|ne|net|nhs|nom|or|org|plc|sch)$/

export function examineLink(address: string, longest = LONGEST): LinkReport {
  const why = whyUnreadable(address, longest)
  if (why !== undefined) return refused(why)
  const [, scheme = '', authority = '', rest = ''] = SPLIT.exec(address) ?? []
  const url = URL.parse(address)
  if (!url || scheme === '') return refused('It is not a whole web address.')
  const { protocol, hostname, host, href } = url
  if (protocol !== 'https:' && protocol !== 'http:') {
    return refused(`Only web pages are opened, and ${protocol} is for something else.`)
  }
  const isHere = hostKind(hostname) === 'loopback'
  if (protocol === 'http:' && !isHere) {
    return refused('It is not encrypted: only https leads to other machines.')
  }
  if (authority.includes('@')) {
    return refused('There is a name or password in it, which can make it look like another host.')
  }
  if (!isSameHost(authority, url) || !isSameRest(rest, url)) {
    return refused('It is written in a way that browsers change, so it is not what it seems to be.')
  }
  const warnings = [...nameWarnings(hostname), ...placeWarnings(url, isHere)]
  return { isAllowed: true, href, host, domain: domainOf(hostname), warnings }
}

function whyUnreadable(address: string, longest: number): string | undefined {
  if (address.length > longest) return `It has more than ${longest} characters.`
  if (UNSEEN.test(address)) return 'It has spaces or characters in it that cannot be seen.'
  if (address.includes('\\')) return 'There is a backslash in it.'
  if (ENCODED_CONTROL.test(address)) return 'It has encoded control characters in it.'
  if (/\$\(/.test(address)) return 'There is something in it that a command line would run.'
  return undefined
}

function refused(why: string): LinkReport {
  return { isAllowed: false, why }
}

/** Letters may be small or large; other alphabets are allowed, but nothing that turns into Latin ones. */
function isSameHost(authority: string, url: URL): boolean {
  const written = authority.toLowerCase().replace(/:443$/, url.protocol === 'https:' ? '' : '$&')
  if (written === url.host) return true
  return /[^\0-\x7f]/.test(written) && url.hostname.includes('xn--')
}

function isSameRest(rest: string, { pathname, search, hash }: URL): boolean {
  const encoded = rest.replace(/[^\0-\x7f]+/g, encodeURIComponent)
  const read = pathname + search + hash
  return encoded === read || `/${encoded}` === read
}

function nameWarnings(hostname: string): readonly string[] {
  if (!hostname.includes('xn--')) return []
  const shown = domainToUnicode(hostname)
  const warning = `The name of its host is not in plain letters. It can look like “${shown}”.`
  return shown.split('.').some(isMixed)
    ? [warning, 'Letters of different alphabets are mixed in it, as is done to imitate a name.']
    : [warning]
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

function isMixed(label: string): boolean {
  return SCRIPTS.filter((script) => script.test(label)).length > 1
}

function placeWarnings({ hostname, port }: URL, isHere: boolean): readonly string[] {
  if (isHere) return ['It leads to a program on this machine.']
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  return [
    ...(isNumber ? ['It names a machine by its number, and nobody is known to own that.'] : []),
    ...(hostKind(hostname) === 'public' ? [] : ['It leads into your own network.']),
    ...(port === '' ? [] : [`It leads to port ${port}, which is not the usual one for pages.`])
  ]
}

/** Rather too much than too little: without a list of all registries it is a guess. */
function domainOf(hostname: string): string {
  if (/^[\d.]+$|^\[/.test(hostname)) return hostname
  const labels = hostname.replace(/\.$/, '').split('.')
  const isBelow = (labels.at(-1)?.length ?? 0) === 2 && SECOND_LEVEL.test(labels.at(-2) ?? '')
  return labels.slice(isBelow ? -3 : -2).join('.')
}
