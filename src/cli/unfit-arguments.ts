import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { SchemaFinding, SchemaVerdict } from '../shared/schema/validate'

/** Arguments that do not fit the schema of their tool, so that nothing was sent. */
export class UnfitArguments extends WorkbenchError {
  readonly findings: readonly SchemaFinding[]
  /** Without what to do about it. */
  readonly what: string

  constructor(tool: string, { findings, isCut }: Extract<SchemaVerdict, { kind: 'fails' }>) {
    const lines = findings.map(({ pointer, message }) => `  ${pointer || '(all)'}: ${message}`)
    const rest = isCut ? ['  There is more that does not fit.'] : []
    const what = [`The arguments do not fit the schema of ${tool}:`, ...lines, ...rest].join('\n')
    super(
      WorkbenchErrorCode.InvalidInput,
      `${what}\nNothing was sent. To send them all the same, add --force.`
    )
    this.findings = findings
    this.what = what
  }
}
