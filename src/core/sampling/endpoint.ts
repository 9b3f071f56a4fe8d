/** Where a model may be asked. */
import type { ModelEndpoint } from '../../shared/question/sampling'
import { withoutEnd } from '../../shared/text/without-end'
import { hostKind } from '../address/hosts'
import { isLikelyToken } from '../references/secret-values'

/** Why an address is not used; undefined when it is. A key leaves this machine encrypted, or not at all. */
export function whyNotUsed(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl)
  if (!url) return 'It is not a whole address.'
  if (url.username !== '' || url.password !== '') return 'There is a name or password in it.'
  if (/[?#]/.test(baseUrl)) return 'It ends in ? or #, and what is asked is added at its end.'
  const kind = hostKind(url.hostname)
  if (kind === 'metadata' || kind === 'link-local') return 'It leads to a machine’s own data.'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && kind === 'loopback')) {
    return undefined
  }
  return 'It has to begin with https, or lead to this machine.'
}

/** Why a model cannot be set up like this; undefined when it can. What is refused is kept nowhere. */
export function whyNotSetUp({ baseUrl, model, keyName }: ModelEndpoint): string | undefined {
  const why = whyNotUsed(baseUrl)
  if (why !== undefined) return `This address is not used. ${why}`
  if (model.trim() === '') return 'A model needs a name.'
  return isLikelyToken(keyName)
    ? 'This looks like the key itself. Give the secret a name; its value is asked for next.'
    : undefined
}

const CHAT = '/chat/completions'

/** Exactly where a question goes, also where that is what was given. The address has to be one that is used. */
export function chatAddress(baseUrl: string): URL {
  const url = new URL(baseUrl)
  const base = withoutEnd(url.pathname, '/')
  const isWhole = base.endsWith(CHAT)
  url.pathname = (isWhole ? withoutEnd(base.slice(0, -CHAT.length), '/') : base) + CHAT
  return url
}

export function leavesMachine({ hostname }: URL): boolean {
  return hostKind(hostname) !== 'loopback'
}
