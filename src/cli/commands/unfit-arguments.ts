import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { SchemaFinding, SchemaVerdict } from '../../shared/schema/validate'

/** Arguments that do not fit their tool or prompt, so that nothing was sent. */
export class UnfitArguments extends WorkbenchError {
  readonly findings: readonly SchemaFinding[]
  /** Without what to do about it. */
  readonly what: string

  constructor(
    /** What they do not fit, such as "the schema of echo". */
    measure: string,
    { findings, isCut }: Pick<Extract<SchemaVerdict, { kind: 'fails' }>, 'findings' | 'isCut'>
  ) {
    const lines = findings.map(({ pointer, message }) => `  ${pointer || '(all)'}: ${message}`)
    const rest = isCut ? ['  There is more that does not fit.'] : []
    const what = [`The arguments do not fit ${measure}:`, ...lines, ...rest].join('\n')
    super(
      WorkbenchErrorCode.InvalidInput,
      `${what}\nNothing was sent. To send them all the same, add --force.`
    )
    this.findings = findings
    this.what = what
  }
}
