/** The edit loop in words. */
import type { Call } from '../../../shared/calls/call-contract'
import { assertNever } from '../../../shared/protocol/errors'
import type { WatchReport, WatchRestart, WatchTarget } from '../../../shared/traffic/watch'
import { count, milliseconds, shortTimeOfDay } from '../../ui/text/format'
import { isSameJson } from '../schema-form/schema/same-json'

/** The last part of a path, whichever way its parts are set apart. */
export function nameOf({ path }: WatchTarget): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}

/** What is watched, in a few words. */
export function describeWatch({ target, failure }: WatchReport): string {
  if (failure !== undefined) return failure
  return target ? `Watching ${nameOf(target)}` : 'Nothing is watched'
}

/** What became of a change, part by part. */
export function describeRestart(restart: WatchRestart): readonly string[] {
  const { file, phase, time, tookMs, changes } = restart
  const changed = `${file} changed`
  switch (phase) {
    case 'restarting':
      return [changed, 'restarting…']
    case 'failed':
      return [changed, 'it did not start again', 'the next change tries once more']
    case 'ready':
      return [
        changed,
        `restarted ${shortTimeOfDay(time)}${tookMs === undefined ? '' : ` in ${milliseconds(tookMs)}`}`,
        ...(changes === undefined ? [] : [describeChanges(changes)])
      ]
    default:
      return assertNever(phase)
  }
}

function describeChanges(changes: number): string {
  return changes === 0
    ? 'the catalogue is the same'
    : count(changes, 'change in the catalogue', 'changes in the catalogue')
}

export type Sameness = 'waiting' | 'same' | 'different' | 'unknown'

/** Whether a call that was made again ended as it did before. */
export function sameness(before: Call | undefined, after: Call | undefined): Sameness {
  if (after && !after.outcome) return 'waiting'
  if (!before?.outcome || !after?.outcome) return 'unknown'
  if (before.outcome.kind !== after.outcome.kind) return 'different'
  if (isHeld(before.outcome) || isHeld(after.outcome)) return 'unknown'
  return isSameJson(before.outcome, after.outcome) ? 'same' : 'different'
}

/** Too large to be here. */
function isHeld(outcome: NonNullable<Call['outcome']>): boolean {
  return outcome.kind === 'held' || (outcome.kind === 'error' && outcome.isHeld === true)
}
