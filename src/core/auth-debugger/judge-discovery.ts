/** Judges the two documents by which a client finds out where to sign in. */
import type { AuthFinding } from '../../shared/sign-in/auth-debug'
import {
  isJson,
  isSafeAddress,
  isSuccess,
  objectIn,
  quoted,
  remark,
  textIn,
  textsIn,
  when,
  wrong,
  type SeenExchange
} from './finding'
import { mcp, oauth21, type RevisionRules } from './revision-rules'
import { clauseOf } from './step-clauses'

/** The exchange that brought the document, or the last one that might have. */
export function documentIn(seen: readonly SeenExchange[]): SeenExchange | undefined {
  return seen.findLast(isSuccess)
}

export function judgeResourceMetadata(
  seen: readonly SeenExchange[],
  serverUrl: URL,
  rules: RevisionRules,
  namedAt: string | undefined
): readonly AuthFinding[] {
  if (seen.length === 0) return []
  const found = documentIn(seen)
  const unnamed = when(
    namedAt !== undefined && seen.some((each) => isAt(each, namedAt) && !isSuccess(each)),
    () =>
      wrong(
        `The challenge names ${quoted(namedAt)}, and there is no metadata.`,
        'RFC 9728, 5.1',
        'server'
      )
  )
  if (!found) return [...unnamed, ...when(rules.needsResourceMetadata, () => noMetadata(rules))]
  const document = objectIn(found)
  if (!document) return [wrong('The metadata is not a JSON object.', 'RFC 9728, 3.2', 'server')]
  return [
    ...unnamed,
    ...when(!isJson(found), () =>
      wrong(
        `The metadata comes as ${quoted(found.reply.headers['content-type'] ?? 'no type')}. It has to be application/json.`,
        'RFC 9728, 3.2',
        'server'
      )
    ),
    ...judgeResource(document['resource'], serverUrl),
    ...judgeAuthorizationServers(document['authorization_servers'], rules),
    ...when(textsIn(document['bearer_methods_supported'])?.includes('header') === false, () =>
      wrong(
        'The metadata does not list "header" in bearer_methods_supported. Clients of MCP send tokens in no other way.',
        mcp(rules, 'sending a token'),
        'server'
      )
    )
  ]
}

function isAt({ request }: SeenExchange, address: string): boolean {
  return request.url.href === address
}

function noMetadata(rules: RevisionRules): AuthFinding {
  return wrong(
    'The server has no metadata, neither where the challenge says nor at its well-known places.',
    clauseOf('resource-metadata', rules),
    'server'
  )
}

function judgeResource(resource: unknown, serverUrl: URL): readonly AuthFinding[] {
  const text = textIn(resource)
  if (text === undefined || !URL.canParse(text)) {
    return [wrong('The metadata names no resource, which it has to.', 'RFC 9728, 2', 'server')]
  }
  const named = new URL(text)
  if (named.href === serverUrl.href) return []
  const isParent =
    named.origin === serverUrl.origin &&
    `${serverUrl.pathname}/`.startsWith(named.pathname.replace(/\/?$/, '/'))
  const said = `The metadata is about ${quoted(text)}, and the server is at ${serverUrl.href}.`
  return isParent
    ? [
        remark(
          `${said} Patchbay accepts that, because the server is below it. Other clients may not.`,
          'RFC 9728, 3.3',
          'server'
        )
      ]
    : [wrong(`${said} A client must not use it.`, 'RFC 9728, 3.3', 'server')]
}

function judgeAuthorizationServers(value: unknown, rules: RevisionRules): readonly AuthFinding[] {
  const servers = textsIn(value) ?? []
  const unsafe = servers.find((each) => !isSafeAddress(each))
  return [
    ...when(servers.length === 0, () =>
      wrong(
        'The metadata names no authorization server (authorization_servers).',
        mcp(rules, 'authorization servers'),
        'server'
      )
    ),
    ...when(unsafe !== undefined, () =>
      wrong(
        `The authorization server ${quoted(unsafe)} is not reached by an encrypted address.`,
        'RFC 8414, 2',
        'server'
      )
    )
  ]
}

export type ExpectedServer = {
  /** As the metadata of the server names it. */
  readonly issuer: string
  /** Nobody has named it: it is the host of the server. */
  readonly isHost: boolean
  readonly needsPage: boolean
}

export function judgeServerMetadata(
  seen: readonly SeenExchange[],
  { issuer, isHost, needsPage }: ExpectedServer,
  rules: RevisionRules
): readonly AuthFinding[] {
  if (seen.length === 0) return []
  const found = documentIn(seen)
  if (!found) return [noServerMetadata(rules)]
  const document = objectIn(found)
  if (!document) return [wrongDocument('The metadata is not a JSON object.', 'RFC 8414, 3.2')]
  const isOpenId = found.request.url.pathname.includes('openid-configuration')
  const said = document['issuer']
  return [
    ...when(isOpenId && !rules.hasOpenId, () =>
      remark(
        'Only OpenID discovery has this metadata. This revision asks for RFC 8414, so its clients may not find it.',
        mcp(rules, 'server metadata'),
        'authorization-server'
      )
    ),
    ...when(!isHost && said !== issuer, () =>
      wrongDocument(
        `The metadata names the issuer ${quoted(said)}, and ${quoted(issuer)} was asked. They have to be the same to the letter.`,
        'RFC 8414, 3.3'
      )
    ),
    ...judgeEndpoints(document, needsPage),
    ...(needsPage ? judgePkceMethods(document, rules) : []),
    ...judgeAbilities(document, rules, needsPage)
  ]
}

function wrongDocument(text: string, clause: string): AuthFinding {
  return wrong(text, clause, 'authorization-server')
}

function noServerMetadata(rules: RevisionRules): AuthFinding {
  return rules.discovery === 'host only'
    ? remark(
        'There is no metadata, so the addresses /authorize, /token and /register are used.',
        mcp(rules, 'usual addresses'),
        'authorization-server'
      )
    : wrongDocument('The authorization server has no metadata.', 'RFC 8414, 3')
}

function judgeEndpoints(
  document: Readonly<Record<string, unknown>>,
  needsPage: boolean
): readonly AuthFinding[] {
  const names = [...(needsPage ? ['authorization_endpoint'] : []), 'token_endpoint']
  return names.flatMap((name) => {
    const address = textIn(document[name])
    if (address === undefined) {
      return [wrongDocument(`The metadata has no ${name}.`, 'RFC 8414, 2')]
    }
    return when(!isSafeAddress(address), () =>
      wrongDocument(`The ${name} ${quoted(address)} is not encrypted.`, oauth21('1.5'))
    )
  })
}

function judgePkceMethods(
  document: Readonly<Record<string, unknown>>,
  rules: RevisionRules
): readonly AuthFinding[] {
  const methods = textsIn(document['code_challenge_methods_supported'])
  if (!methods) {
    const text =
      'The metadata does not say that PKCE is supported (code_challenge_methods_supported).'
    const clause = mcp(rules, 'PKCE')
    return [
      rules.refusesWithoutPkce
        ? wrongDocument(`${text} Clients have to refuse to go on.`, clause)
        : remark(text, 'RFC 8414, 2', 'authorization-server')
    ]
  }
  return [
    ...when(!methods.includes('S256'), () =>
      wrongDocument(
        `PKCE is supported with ${quoted(methods.join(', ') || 'no method')} only. Clients of MCP need S256.`,
        'RFC 7636, 4.2'
      )
    ),
    ...when(methods.includes('S256') && methods.includes('plain'), () =>
      remark(
        'PKCE is also supported with "plain", which does not protect from anybody who can read the request.',
        'RFC 7636, 7.2',
        'authorization-server'
      )
    )
  ]
}

function judgeAbilities(
  document: Readonly<Record<string, unknown>>,
  rules: RevisionRules,
  needsPage: boolean
): readonly AuthFinding[] {
  const canRegister = document['registration_endpoint'] !== undefined
  const takesDocuments = document['client_id_metadata_document_supported'] === true
  const grants = textsIn(document['grant_types_supported'])
  return [
    ...when(
      needsPage && textsIn(document['response_types_supported'])?.includes('code') === false,
      () => wrongDocument('The metadata does not list the response type "code".', 'RFC 8414, 2')
    ),
    ...when(needsPage && grants?.includes('authorization_code') === false, () =>
      wrongDocument('The metadata does not list the grant "authorization_code".', 'RFC 8414, 2')
    ),
    ...when(needsPage && !canRegister && !takesDocuments, () =>
      remark(
        'No client can register by itself: there is neither a registration_endpoint nor support for client id metadata documents.',
        mcp(rules, 'registration'),
        'authorization-server'
      )
    ),
    ...when(
      needsPage &&
        rules.checksIssuer &&
        document['authorization_response_iss_parameter_supported'] !== true,
      () =>
        remark(
          'The metadata does not promise that answers name their issuer (iss), so mixed-up answers are harder to notice.',
          `${mcp(rules, 'issuer of an answer')}; RFC 9207, 3`,
          'authorization-server'
        )
    )
  ]
}
