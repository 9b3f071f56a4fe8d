/** How other tools write down signing in (OAuth), as fields of ours. */
import { FORMAT_TITLES, type ConfigFormat } from '../../shared/servers/configuration'
import { isObject } from '../../shared/json/json'
import { OAUTH_FIELDS } from '../server-file/access-entry'
import { MOST_NOTES } from './foreign-variables'

type Entry = Readonly<Record<string, unknown>>

/** The fields `auth` and `oauth` of an entry. */
export type ForeignAccess = { readonly auth?: unknown; readonly oauth?: unknown }

type Source = {
  readonly format?: ConfigFormat | undefined
  readonly isRemote: boolean
}

/** Names of others for fields of ours. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['CLIENT_ID', 'clientId'],
  ['CLIENT_SECRET', 'clientSecret'],
  ['authServerMetadataUrl', 'metadataUrl'],
  ['redirectUri', 'redirectUrl'],
  ['scope', 'scopes']
])
const WHY_NOT_OBEYED: ReadonlyMap<string, string> = new Map([
  ['audiences', 'set "oauth.authorizationParams.audience" if the server needs it'],
  ['registrationUrl', 'Patchbay takes this address from the metadata of the server'],
  ['tokenParamName', 'Patchbay never puts a token into an address']
])
const WITHOUT_COMPANY =
  '"oauth.enterpriseManaged" is now "oauth.grant": "enterprise". Fill in "oauth.enterprise", which MCP Inspector keeps in its own settings.'
/** What the clients that one registers for Gemini CLI come back to. */
export const GEMINI_REDIRECT = 'http://localhost:7777/oauth/callback'
/** Tools whose clients come back to places where Patchbay cannot listen, or to ones nobody wrote down. */
const OTHER_REDIRECTS = new Set<ConfigFormat>(['vscode', 'cursor', 'inspector'])

/** Says in `notes` what is lost, and what is kept without an effect. */
export function translateAccess(
  access: ForeignAccess,
  from: Source,
  notes: string[]
): ForeignAccess {
  const auth = tokenIn(access.auth)
  if (!from.isRemote) return processAccess(access, auth, notes)
  const client = auth ? undefined : clientIn(access.auth, from)
  if (access.auth !== undefined && !auth && !client) {
    notes.push('"auth" is left out: it holds no token, and nothing else that Patchbay knows.')
  }
  if (access.oauth !== undefined && !isObject(access.oauth)) notes.push(whyNoObject(access.oauth))
  const written = isObject(access.oauth) ? access.oauth : undefined
  const oauth = client || written ? oauthFrom({ ...client, ...written }, from, notes) : {}
  return {
    ...(auth && { auth }),
    ...(Object.keys(oauth).length > 0 && { oauth })
  }
}

/** A process can be given a token in `initialize`, and nothing else. */
function processAccess(
  access: ForeignAccess,
  auth: Entry | undefined,
  notes: string[]
): ForeignAccess {
  const kept = auth?.['inInitialize'] === true ? { auth } : {}
  for (const field of ['auth', 'oauth'] as const) {
    if (access[field] === undefined || Object.hasOwn(kept, field)) continue
    notes.push(`"${field}" is left out: it is for servers with an address.`)
  }
  return kept
}

/** As our own files have it. */
function tokenIn(auth: unknown): Entry | undefined {
  return isObject(auth) && typeof auth['token'] === 'string' ? auth : undefined
}

/** Cursor has the client in `auth`. */
function clientIn(auth: unknown, { format }: Source): Entry | undefined {
  if (!isObject(auth)) return undefined
  const isClient = ['CLIENT_ID', 'CLIENT_SECRET', 'scopes'].some((name) =>
    Object.hasOwn(auth, name)
  )
  return isClient || format === 'cursor' ? auth : undefined
}

function whyNoObject(oauth: unknown): string {
  return oauth === false
    ? '"oauth" was false and is left out: Patchbay signs in only when you ask for it.'
    : '"oauth" is left out: it is no object. Patchbay finds out itself how to sign in.'
}

function oauthFrom(written: Entry, from: Source, notes: string[]): Entry {
  const fields = Object.entries(written).flatMap(([name, value]) => {
    const own = ownName(name, written)
    if (own === 'enabled' && typeof value === 'boolean') {
      if (!value)
        notes.push('"oauth.enabled" was false and is left out: you choose when to sign in.')
      return []
    }
    if (value === null || value === '') {
      notes.push(`"oauth.${name}" was empty and is left out.`)
      return []
    }
    if (own === 'scopes') return scopesFrom(value)
    if (own === 'enterpriseManaged' && typeof value === 'boolean') {
      return enterpriseFrom(value, written, notes)
    }
    if (!OAUTH_FIELDS.has(own) && notes.length < MOST_NOTES) {
      const why = WHY_NOT_OBEYED.get(own) ?? 'Patchbay does not know it'
      notes.push(`"oauth.${own}" is kept, but not obeyed: ${why}.`)
    }
    return [[own, value] as const]
  })
  return withRedirect(Object.fromEntries(fields), from, notes)
}

/** A field stays as it is where the one that it would become is there already. */
function ownName(name: string, written: Entry): string {
  const own = OTHER_NAMES.get(name)
  return own === undefined || Object.hasOwn(written, own) ? name : own
}

/** Some write one text with spaces; no scopes at all mean that the server says which. */
function scopesFrom(value: unknown): readonly (readonly [string, unknown])[] {
  const scopes = typeof value === 'string' ? value.split(/\s+/).filter((one) => one !== '') : value
  return Array.isArray(scopes) && scopes.length === 0 ? [] : [['scopes', scopes]]
}

/** MCP Inspector names the company in settings of its own, for all servers. */
function enterpriseFrom(
  isManaged: boolean,
  { grant, enterprise }: Entry,
  notes: string[]
): readonly (readonly [string, unknown])[] {
  if (!isManaged || grant !== undefined) return []
  if (enterprise === undefined) notes.push(WITHOUT_COMPANY)
  return [['grant', 'enterprise']]
}

/** Authorization servers compare the address that the browser comes back to letter by letter. */
function withRedirect(oauth: Entry, { format }: Source, notes: string[]): Entry {
  const { callbackPort, ...rest } = oauth
  if ('redirectUrl' in oauth) return oauth
  if (format === 'claude-code' && typeof callbackPort === 'number') {
    return { ...rest, redirectUrl: `http://localhost:${callbackPort}/callback` }
  }
  if (!('clientId' in oauth) || callbackPort !== undefined || format === undefined) return oauth
  if (format === 'gemini-cli') return { ...oauth, redirectUrl: GEMINI_REDIRECT }
  if (OTHER_REDIRECTS.has(format)) {
    notes.push(
      `Its client was registered for ${FORMAT_TITLES[format]}. If signing in is refused because of the redirect, allow http://127.0.0.1/callback for that client, or set "oauth.redirectUrl".`
    )
  }
  return oauth
}
