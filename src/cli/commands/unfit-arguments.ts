import { misfitIn, whatDoesNotFit, type Misfit } from '../../shared/calls/arguments-fit'
import { messageOf } from '../../shared/protocol/errors'
import type { Output } from '../output/output'

export function remarkOnMisfit(output: Output, measure: string, misfit: Misfit): void {
  output.remark(`${whatDoesNotFit(measure, misfit)} Sent all the same.`)
}

/** What went wrong, and what to type where that is only that something does not fit. */
export function failureOf(error: unknown): string {
  const message = messageOf(error)
  return misfitIn(error) ? `${message} To send them all the same, add --force.` : message
}
