/** What the page says of a run as a whole. */
import {
  AUTH_MISTAKES,
  AUTH_REVISIONS,
  isUnderWay,
  worstVerdict,
  type AuthDebugReport,
  type AuthDebugStep
} from '../../../shared/sign-in/auth-debug'
import { MISTAKE_WORDS, STEP_WORDS } from '../../../shared/sign-in/auth-debug-words'
import { count } from '../../ui/text/format'

export const REVISION_OPTIONS = AUTH_REVISIONS.map((value) => ({ value, label: `MCP ${value}` }))

export const REGISTRATION_OPTIONS = [
  { value: 'auto', label: 'Automatic' },
  { value: 'preregistered', label: 'Client id you were given' },
  { value: 'document', label: 'Client document' },
  { value: 'dynamic', label: 'Register anew (dynamic)' }
] as const

export const MISTAKE_OPTIONS = [
  { value: '', label: 'Nothing wrong' },
  ...AUTH_MISTAKES.map((value) => ({ value, label: MISTAKE_WORDS[value].title }))
] as const

/** The step that a person wants to see if they have chosen none. */
export function tellingStep({ steps }: AuthDebugReport): AuthDebugStep | undefined {
  const by = (verdict: AuthDebugStep['verdict']): AuthDebugStep | undefined =>
    steps.find((step) => step.verdict === verdict)
  const mistake = steps.find(({ id, verdict }) => id === 'mistake' && verdict !== 'waiting')
  return by('running') ?? mistake ?? by('failed') ?? by('wrong') ?? by('remark') ?? steps[0]
}

export function headline(report: AuthDebugReport): string {
  const { state, steps, wish } = report
  const running = steps.find(({ verdict }) => verdict === 'running')
  const title = running ? STEP_WORDS[running.id].title : 'Starting'
  switch (state.phase) {
    case 'running':
      return `${title}…`
    case 'paused':
      return `${title}: waiting for you to send the request.`
    case 'in-browser':
      return 'Your browser is open. Sign in there; Patchbay goes on when you come back.'
    case 'stopped':
      return 'Stopped.'
    case 'done':
      return wish.mistake === undefined ? resultOf(steps) : reactionTo(steps)
  }
}

function resultOf(steps: readonly AuthDebugStep[]): string {
  const numberOf = (verdict: AuthDebugStep['verdict']): number =>
    steps.filter((step) => step.verdict === verdict).length
  switch (worstVerdict(steps)) {
    case 'failed': {
      const failed = steps.find(({ verdict }) => verdict === 'failed')
      return failed ? `${STEP_WORDS[failed.id].title}: this is where it fails.` : 'It did not work.'
    }
    case 'wrong': {
      const wrong = numberOf('wrong')
      return `It works, but ${count(wrong, 'step breaks', 'steps break')} a rule.`
    }
    case 'remark':
      return `It works. ${count(numberOf('remark'), 'step has', 'steps have')} a remark.`
    default:
      return 'It works, and every step follows the rules.'
  }
}

function reactionTo(steps: readonly AuthDebugStep[]): string {
  const reaction = steps.find(({ id }) => id === 'mistake')
  return reaction?.text ?? 'There is nothing to judge.'
}

/** What a running reader should hear, and what colour the line has. */
export function toneOf(report: AuthDebugReport): 'busy' | 'ok' | 'wrong' | 'failed' | 'quiet' {
  if (isUnderWay(report)) return 'busy'
  if (report.state.phase === 'stopped') return 'quiet'
  const worst = worstVerdict(report.steps)
  if (worst === 'failed') return 'failed'
  if (worst === 'wrong') return 'wrong'
  return worst === 'skipped' ? 'quiet' : 'ok'
}
