/** Which steps a run has, and what can be got wrong in it. */
import {
  AUTH_DEBUG_STEPS,
  AUTH_MISTAKES,
  type AuthDebugStep,
  type AuthDebugWish,
  type AuthMistake
} from '../../shared/sign-in/auth-debug'
import type { OAuthAccess } from '../../shared/servers/server-access'
import { rulesOf } from './revision-rules'
import { clauseOf } from './step-clauses'

export type PlannedStep = Pick<AuthDebugStep, 'id' | 'clause'>

/** The mistakes that can be made with this grant and in this revision. */
export function mistakesFor(oauth: OAuthAccess, wish: AuthDebugWish): readonly AuthMistake[] {
  const hasPage = (oauth.grant ?? 'authorization-code') === 'authorization-code'
  const hasResource = rulesOf(wish.revision).needsResource && oauth.omitResource !== true
  return AUTH_MISTAKES.filter((mistake) => {
    if (mistake === 'foreign-token' || mistake === 'missing-resource') return hasResource
    return hasPage
  })
}

export function plannedSteps(
  oauth: OAuthAccess,
  { mistake, revision }: AuthDebugWish
): readonly PlannedStep[] {
  const hasPage = (oauth.grant ?? 'authorization-code') === 'authorization-code'
  const rules = rulesOf(revision)
  const ids = AUTH_DEBUG_STEPS.filter((id) => {
    if (id === 'authorization' || id === 'return') return hasPage
    if (id === 'refresh') return hasPage && mistake === undefined
    return id !== 'mistake' || mistake !== undefined
  })
  return ids.map((id) => ({ id, clause: clauseOf(id, rules, { oauth, mistake }) }))
}
