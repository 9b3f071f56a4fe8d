/** What a server says about how to be let in: read only from its own origin, and without credentials. */
import { isObject, parseJson } from '../../shared/json/json'
import { visibleText } from '../../shared/text/visible-text'
import { withoutEnd } from '../../shared/text/without-end'
import type { HttpClient } from '../http/http-client'
import { preview } from '../text/preview'
import { shownAddress } from '../address/shown-address'
import { ok, warning, type Verdict } from './check-list'
import { get } from './http-probe'

export type Documents = {
  readonly verdict: Verdict
  /** Where one signs in, as the server says. */
  readonly signIn: readonly string[]
}

type Found = { readonly path: string; readonly value?: unknown; readonly problem?: string }

const RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER = '/.well-known/oauth-authorization-server'
const SHOWN_SERVERS = 3

export async function readDocuments(
  client: HttpClient,
  url: URL,
  challenge: string | undefined,
  isAuthNeeded: boolean,
  signalFor: () => AbortSignal
): Promise<Documents> {
  const named = resourceMetadata(challenge)
  const elsewhere = named !== undefined && new URL(named, url).origin !== url.origin
  const paths = pathsFor(url, elsewhere ? undefined : named)
  const found = await Promise.all(paths.map((path) => read(client, url, path, signalFor())))
  const documents = found.flatMap((each) => (each === undefined ? [] : [each]))
  const note = elsewhere
    ? ` It names ${shownAddress(named)}, which is another origin and was not asked.`
    : ''
  return {
    verdict: judge(documents, url, isAuthNeeded, note),
    signIn: documents.flatMap(({ value }) => serversIn(value))
  }
}

/** For the path first, as the newer rules have it, then for the whole host. */
function pathsFor(url: URL, named: string | undefined): readonly string[] {
  const path = withoutEnd(url.pathname, '/')
  const own = named === undefined ? [] : [new URL(named, url).pathname]
  const paths = [...own, `${RESOURCE}${path}`, RESOURCE, `${SERVER}${path}`, SERVER]
  return [...new Set(paths)]
}

/** Undefined when there is none. */
async function read(
  client: HttpClient,
  base: URL,
  path: string,
  signal: AbortSignal
): Promise<Found | undefined> {
  const answer = await get(client, new URL(path, base.origin), 'application/json', signal)
  if ('failure' in answer) {
    const isAway = answer.failure.class === 'http'
    return isAway ? undefined : { path, problem: answer.failure.message }
  }
  const { status, contentType, text } = answer
  if (status >= 500) return { path, problem: `It answers with status ${status}.` }
  if (status !== 200) return undefined
  const value = parseJson(text)
  // A server that answers everything with its web page has no documents.
  if (!isObject(value) && contentType === 'text/html') return undefined
  if (!isObject(value)) return { path, problem: `It is not a JSON object: “${preview(text)}”` }
  const isDocument = path.startsWith(SERVER) ? 'issuer' in value : 'resource' in value
  return isDocument ? { path, value } : undefined
}

function judge(
  documents: readonly Found[],
  url: URL,
  isAuthNeeded: boolean,
  note: string
): Verdict {
  const broken = documents.find(({ problem }) => problem !== undefined)
  const good = documents.filter(({ problem }) => problem === undefined)
  const list = good.map(({ path }) => visibleText(path)).join(', ')
  if (broken && isAuthNeeded) {
    return warning(
      `${broken.path} cannot be read. ${broken.problem ?? ''}${note}`,
      'Let the server give this document as JSON, so that clients find out how to sign in.'
    )
  }
  if (good.length === 0 && !isAuthNeeded) return ok('There are none, and none are needed.')
  if (good.length === 0) {
    return warning(
      `There are none, so the server does not say how to sign in.${note}`,
      'Ask whoever runs the server for a token or key, and give it as a header.'
    )
  }
  const other = good
    .map(({ value }) => wrongResource(value, url))
    .find((each) => each !== undefined)
  if (other !== undefined) {
    return warning(
      `The server has ${list}, but says there that it is ${other}, which is not this address.${note}`,
      `Write ${other} as the address, or correct the document: clients may refuse to sign in otherwise.`
    )
  }
  const servers = good.flatMap(({ value }) => serversIn(value)).slice(0, SHOWN_SERVERS)
  const where = servers.length === 0 ? '' : ` You sign in at ${servers.join(', ')}.`
  return ok(`The server has ${list}.${where}${note}`)
}

/** The rules want it to be the address itself, or one that the address is under. */
function wrongResource(value: unknown, url: URL): string | undefined {
  const resource = isObject(value) ? value['resource'] : undefined
  if (typeof resource !== 'string') return undefined
  const named = URL.canParse(resource) ? new URL(resource) : undefined
  const path = withoutEnd(named?.pathname ?? '', '/')
  const isUnder = url.pathname === path || url.pathname.startsWith(`${path}/`)
  return named?.origin === url.origin && isUnder ? undefined : preview(shownAddress(resource))
}

function serversIn(value: unknown): readonly string[] {
  const servers = isObject(value) ? value['authorization_servers'] : undefined
  if (!Array.isArray(servers)) return []
  return servers.flatMap((each) => (typeof each === 'string' ? [preview(shownAddress(each))] : []))
}

function resourceMetadata(challenge: string | undefined): string | undefined {
  const named = /resource_metadata="([^"]{1,2000})"/.exec(challenge ?? '')?.[1]
  return named !== undefined && URL.canParse(named) ? named : undefined
}
