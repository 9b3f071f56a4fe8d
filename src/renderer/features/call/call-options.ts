/** What can be set for one call besides its arguments. */
import type { Call, WantedCall } from '../../../shared/calls/call-contract'
import { holdsHiddenValue } from '../../../shared/verdicts/hidden-values'
import { readJson, type Draft } from '../../stores/kept/drafts'
import { WOULD_BE_SENT } from './check-arguments'

/** What was sent with a call. */
export type Sent = Pick<Call, 'arguments' | 'meta' | 'timeoutMs'>

/** The options of a call as they are written into a draft. */
export function optionsOf({ meta, timeoutMs }: Sent): Pick<Draft, 'timeout' | 'meta'> {
  return {
    timeout: timeoutMs === undefined ? '' : String(timeoutMs),
    meta: meta ? JSON.stringify(meta, null, 2) : ''
  }
}

export type OptionsRead = Pick<WantedCall, 'timeoutMs' | 'meta'> & {
  /** Whole sentences. */
  readonly timeoutProblem?: string
  readonly metaProblem?: string
  /** Not wrong, but good to know. */
  readonly metaHint?: string
  /** It stands for a hidden value, and can be sent all the same. */
  readonly isMetaHidden?: true
}

const LONGEST_MS = 86_400_000

export function readOptions({ timeout, meta }: Pick<Draft, 'timeout' | 'meta'>): OptionsRead {
  return { ...readTimeout(timeout.trim()), ...readMeta(meta.trim()) }
}

function readTimeout(text: string): OptionsRead {
  if (text === '') return {}
  const timeoutMs = Number(text)
  if (!/^\d+$/.test(text) || timeoutMs < 1 || timeoutMs > LONGEST_MS) {
    return { timeoutProblem: 'Whole milliseconds, from 1 to 86400000, which is a day.' }
  }
  return { timeoutMs }
}

function readMeta(text: string): OptionsRead {
  if (text === '') return {}
  const read = readJson(text)
  if ('problem' in read) {
    return { metaProblem: read.problem.replace(/^Arguments have/, 'It has') }
  }
  const meta = read.args
  if (holdsHiddenValue(meta)) return { meta, metaHint: WOULD_BE_SENT, isMetaHidden: true }
  const isOurs = Object.hasOwn(meta, 'progressToken')
  return { meta, ...(isOurs && { metaHint: 'Patchbay sets progressToken itself, for progress.' }) }
}

export function hasProblem({ timeoutProblem, metaProblem }: OptionsRead): boolean {
  return timeoutProblem !== undefined || metaProblem !== undefined
}

/** How many of them are set. */
export function setOptions({ timeout, meta }: Pick<Draft, 'timeout' | 'meta'>): number {
  return Number(timeout.trim() !== '') + Number(meta.trim() !== '')
}
