/** Reads what is written after `patchbay oauth`. */
import {
  AUTH_REVISIONS,
  DEFAULT_AUTH_REVISION,
  type AuthRevision
} from '../../shared/sign-in/auth-debug'
import type { Values } from './arguments'
import { wrongUsage } from '../output/usage'

export const OAUTH_REPORTERS = ['text', 'json', 'junit'] as const
export type OauthReporter = (typeof OAUTH_REPORTERS)[number]

export type OauthArguments = {
  readonly command: 'oauth'
  readonly revision: AuthRevision
  readonly reporter: OauthReporter
}

/** The server, and the options with its address in them where one was written instead of a name. */
export function oauthServer(
  given: readonly string[],
  values: Values
): { readonly operands: readonly string[]; readonly values: Values } {
  const [action, server, ...surplus] = given
  if (action !== 'check' || surplus.length > 0) {
    throw wrongUsage('Write it like this: patchbay oauth check <server or address>')
  }
  if (server === undefined) return { operands: [], values }
  if (!/^(?:https?|wss?|unix|pipe):\/\//i.test(server)) return { operands: [server], values }
  if (values.url !== undefined) throw wrongUsage('Give the address once.')
  return { operands: [], values: { ...values, url: server } }
}

export function readOauth({ revision, reporter, json }: Values): Omit<OauthArguments, 'command'> {
  const wanted = reporter ?? (json === true ? 'json' : 'text')
  const [found, rules] = [
    OAUTH_REPORTERS.find((known) => known === wanted),
    AUTH_REVISIONS.find((known) => known === (revision ?? DEFAULT_AUTH_REVISION))
  ]
  if (!found) throw wrongUsage(`--reporter has to be one of ${OAUTH_REPORTERS.join(', ')}.`)
  if (!rules) throw wrongUsage(`--revision has to be one of ${AUTH_REVISIONS.join(', ')}.`)
  return { revision: rules, reporter: found }
}
