/** How each tool writes down signing in (OAuth). What a tool does not know stays as we write it. */
import { isObject } from '../../shared/json/json'
import { GEMINI_REDIRECT } from './foreign-access'

type Entry = Readonly<Record<string, unknown>>

export type AccessDialect = {
  /** The field of an entry that is about it. */
  readonly field: 'oauth' | 'auth'
  /** The names there of fields of ours. */
  readonly names: Readonly<Record<string, string>>
  readonly scopesAre: 'list' | 'text'
  /** Changes what is written differently there. */
  readonly shape?: (oauth: Entry) => Entry
}

const CLIENT = { clientId: 'clientId', clientSecret: 'clientSecret' }
const ADDRESSES = { authorizationUrl: 'authorizationUrl', tokenUrl: 'tokenUrl' }

export const ACCESS_DIALECTS = {
  vscode: { field: 'oauth', names: { clientId: 'clientId' }, scopesAre: 'list' },
  'claude-code': {
    field: 'oauth',
    names: {
      clientId: 'clientId',
      callbackPort: 'callbackPort',
      metadataUrl: 'authServerMetadataUrl',
      scopes: 'scopes'
    },
    scopesAre: 'text',
    shape: withCallbackPort
  },
  cursor: {
    field: 'auth',
    names: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET', scopes: 'scopes' },
    scopesAre: 'list'
  },
  'gemini-cli': {
    field: 'oauth',
    names: {
      enabled: 'enabled',
      ...CLIENT,
      ...ADDRESSES,
      scopes: 'scopes',
      redirectUrl: 'redirectUri'
    },
    scopesAre: 'list',
    shape: withGeminiRedirect
  },
  inspector: {
    field: 'oauth',
    names: {
      ...CLIENT,
      scopes: 'scopes',
      authorizationParams: 'authorizationParams',
      ...ADDRESSES,
      enterpriseManaged: 'enterpriseManaged',
      onInsufficientScope: 'onInsufficientScope'
    },
    scopesAre: 'text',
    shape: withEnterpriseFlag
  }
} as const satisfies Readonly<Record<string, AccessDialect>>

/** Claude Code always comes back to this address, and has a choice of the port only. */
function withCallbackPort(oauth: Entry): Entry {
  const { redirectUrl, ...rest } = oauth
  const [, port] = /^http:\/\/localhost:(\d+)\/callback$/.exec(String(redirectUrl)) ?? []
  return port === undefined ? oauth : { ...rest, callbackPort: Number(port) }
}

function withGeminiRedirect(oauth: Entry): Entry {
  const { redirectUrl, ...rest } = oauth
  const isUsual = redirectUrl === undefined || redirectUrl === GEMINI_REDIRECT
  return { enabled: true, ...rest, ...(!isUsual && { redirectUrl }) }
}

/** MCP Inspector knows by a flag that a company vouches for the person. */
function withEnterpriseFlag(oauth: Entry): Entry {
  const { grant, ...rest } = oauth
  return grant === 'enterprise' ? { ...rest, enterpriseManaged: true } : oauth
}

export type ExportedAccess = {
  readonly fields: Entry
  /** Such as `oauth.resource`: written as it is, but without an effect there. */
  readonly unknown: readonly string[]
}

/** `auth`, `oauth` and `headers` of an entry with an address, as a tool with this dialect has them. */
export function accessFor(dialect: AccessDialect | undefined, entry: Entry): ExportedAccess {
  const { auth, oauth, headers } = entry
  const bearer = bearerIn(auth, headers)
  const kept = {
    ...(headers !== undefined && { headers }),
    ...(bearer !== undefined && {
      headers: { ...(isObject(headers) && headers), Authorization: bearer }
    }),
    ...(auth !== undefined && bearer === undefined && { auth })
  }
  const unknown = 'auth' in kept ? ['auth'] : []
  if (oauth === undefined) return { fields: kept, unknown }
  if (!dialect || !isObject(oauth)) {
    return { fields: { ...kept, oauth }, unknown: [...unknown, 'oauth'] }
  }
  const { field, names, scopesAre, shape = (same: Entry) => same } = dialect
  const shaped = Object.entries(shape(oauth))
  const renamed = shaped.map(([name, value]) => {
    const isText = name === 'scopes' && scopesAre === 'text' && Array.isArray(value)
    return [nameIn(names, name) ?? name, isText ? value.join(' ') : value] as const
  })
  const lost = shaped.map(([name]) => name).filter((name) => nameIn(names, name) === undefined)
  return {
    fields: {
      ...kept,
      [field]: { ...(field === 'auth' && kept.auth), ...Object.fromEntries(renamed) }
    },
    unknown: [...unknown, ...lost.map((name) => `oauth.${name}`)]
  }
}

function nameIn(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined
}

const SCHEME = /^[A-Za-z][\w-]* /

/** Every tool sends headers; none but ours puts a token into `initialize`. */
function bearerIn(auth: unknown, headers: unknown): string | undefined {
  if (!isObject(auth) || auth['inInitialize'] === true) return undefined
  const { token } = auth
  const names = isObject(headers) ? Object.keys(headers) : []
  const isTaken = names.some((name) => name.toLowerCase() === 'authorization')
  if (typeof token !== 'string' || isTaken) return undefined
  return SCHEME.test(token) ? token : `Bearer ${token}`
}
