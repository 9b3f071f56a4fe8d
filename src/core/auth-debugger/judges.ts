/** Which judge looks at which step, and what it needs of the run. */
import type { AuthDebugStepId, AuthMistake } from '../../shared/sign-in/auth-debug'
import type { Clock } from '../time/clock'
import type { DebugFlow } from './debug-flow'
import type { DebugSteps, Judge } from './debug-steps'
import { objectIn, textsIn } from './finding'
import { judgeRegistration, judgeReturn } from './judge-client'
import { documentIn, judgeResourceMetadata, judgeServerMetadata } from './judge-discovery'
import { judgeChallenge, judgeFirstRequest } from './judge-refusal'
import { judgeRefresh, judgeRequest, judgeToken, judgeTokenContent } from './judge-token'
import { rulesOf } from './revision-rules'
import type { AuthDebugWish } from '../../shared/sign-in/auth-debug'
import type { OAuthAccess } from '../../shared/servers/server-access'

export type Judged = {
  readonly flow: () => DebugFlow
  readonly steps: () => DebugSteps
  readonly serverUrl: URL
  readonly oauth: OAuthAccess
  readonly wish: AuthDebugWish
  readonly clock: Clock
}

/** With these, what the token is for is what was got wrong. */
const ABOUT_RESOURCE: ReadonlySet<AuthMistake | undefined> = new Set([
  'foreign-token',
  'missing-resource'
])

export function judgesOf(run: Judged): Readonly<Partial<Record<AuthDebugStepId, Judge>>> {
  const { flow, steps, serverUrl, oauth, wish, clock } = run
  const rules = rulesOf(wish.revision)
  const isAboutResource = ABOUT_RESOURCE.has(wish.mistake)
  return {
    'first-request': () => judgeFirstRequest(steps().seenIn('first-request'), rules),
    challenge: () =>
      judgeChallenge(steps().seenIn('first-request').at(-1), flow().challenge, rules),
    'resource-metadata': () =>
      judgeResourceMetadata(
        steps().seenIn('resource-metadata'),
        serverUrl,
        rules,
        flow().challenge.resourceMetadataUrl
      ),
    'server-metadata': () => {
      const named = namedIssuer(steps())
      return judgeServerMetadata(
        steps().seenIn('server-metadata'),
        { issuer: named ?? '', isHost: named === undefined, needsPage: flow().hasPerson },
        rules
      )
    },
    client: () => judgeRegistration(steps().seenIn('client').at(-1), rules),
    // The answer of a run with a wrong issuer is made up by Patchbay.
    return: () =>
      wish.mistake === 'wrong-iss' ? [] : judgeReturn(flow().answer, expectedReturn(flow()), rules),
    token: () =>
      wish.mistake === undefined ? judgeToken(steps().seenIn('token').at(-1), flow().scope) : [],
    'token-content': () => {
      const { token, tokens, discovery, resource, scope } = flow()
      if (!token) return []
      const expected = {
        resource: isAboutResource ? undefined : resource,
        issuer: discovery?.metadata?.issuer,
        scope: tokens?.scope ?? scope,
        expiresInS: tokens?.expires_in,
        nowS: clock.wall() / 1_000
      }
      return isAboutResource ? [] : judgeTokenContent(token, expected, rules)
    },
    request: () => (isAboutResource ? [] : judgeRequest(flow().judged, rules)),
    refresh: () =>
      judgeRefresh(steps().seenIn('refresh').at(-1), {
        isPublic:
          flow().identity?.information.client_secret === undefined &&
          oauth.privateKey === undefined,
        isBoundToKey: oauth.dpop === true,
        scope: flow().tokens?.scope ?? flow().scope
      })
  }
}

function namedIssuer(steps: DebugSteps): string | undefined {
  const found = documentIn(steps.seenIn('resource-metadata'))
  return found && textsIn(objectIn(found)?.['authorization_servers'])?.[0]
}

function expectedReturn({ discovery, hasStranger }: DebugFlow) {
  const { metadata } = discovery ?? {}
  return {
    issuer: metadata?.issuer,
    isPromised: metadata?.authorization_response_iss_parameter_supported === true,
    hasStranger
  }
}
