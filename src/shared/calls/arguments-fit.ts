/** Whether the arguments of a call fit what its tool declares. Core decides by it; a window checks while you type. */
import type { JsonObject } from '../json/json'
import { WorkbenchError, WorkbenchErrorCode } from '../protocol/errors'
import { checkAgainst, type SchemaVerdict } from '../schema/validate'

/** What does not fit, for the program. */
export type Misfit = Pick<Extract<SchemaVerdict, { kind: 'fails' }>, 'findings' | 'isCut'>

/** A tool without a schema, or one that is not listed, forbids nothing. */
export function argumentsFit(schema: unknown, args: JsonObject): SchemaVerdict {
  return schema === undefined ? { kind: 'fits', leavesOut: [] } : checkAgainst(schema, args)
}

/** All that does not fit, line by line. `measure`: such as "the schema of echo". */
export function whatDoesNotFit(measure: string, { findings, isCut }: Misfit): string {
  const lines = findings.map(({ pointer, message }) => `  ${pointer || '(all)'}: ${message}`)
  const rest = isCut ? ['  There is more that does not fit.'] : []
  return [`The arguments do not fit ${measure}:`, ...lines, ...rest].join('\n')
}

export function unfitArguments(measure: string, misfit: Misfit): WorkbenchError {
  const message = `${whatDoesNotFit(measure, misfit)}\nNothing was sent.`
  return new WorkbenchError(WorkbenchErrorCode.UnfitArguments, message, misfit)
}

/** Undefined where something else went wrong. */
export function misfitIn(error: unknown): Misfit | undefined {
  const isUnfit =
    error instanceof WorkbenchError && error.code === WorkbenchErrorCode.UnfitArguments
  return isUnfit ? (error.details as Misfit) : undefined
}
