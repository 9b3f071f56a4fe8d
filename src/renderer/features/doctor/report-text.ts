/** What the doctor found, in words. */
import { assertNever } from '../../../shared/protocol/errors'
import type { Check, CheckStatus, DoctorReport } from '../../../shared/servers/configuration'
import { count, milliseconds } from '../../ui/text/format'

export function markOf(status: CheckStatus): { readonly glyph: string; readonly word: string } {
  switch (status) {
    case 'waiting':
      return { glyph: '○', word: 'waiting' }
    case 'running':
      return { glyph: '◐', word: 'running' }
    case 'ok':
      return { glyph: '✓', word: 'ok' }
    case 'warning':
      return { glyph: '!', word: 'warning' }
    case 'failed':
      return { glyph: '✕', word: 'failed' }
    case 'skipped':
      return { glyph: '–', word: 'skipped' }
    default:
      return assertNever(status)
  }
}

export function firstFailed(checks: readonly Check[]): Check | undefined {
  return checks.find(({ status }) => status === 'failed')
}

/** The whole report in one sentence. */
export function headline({ checks, isDone }: DoctorReport): string {
  const failed = firstFailed(checks)
  if (failed) return `${failed.title}: this is where it fails.`
  if (!isDone) {
    const running = checks.findIndex(({ status }) => status === 'running')
    const check = checks[running]
    return check ? `${check.title} (${running + 1} of ${checks.length})…` : 'Starting…'
  }
  const isCut = checks.some(({ status }) => status === 'waiting' || status === 'running')
  if (isCut || checks.length === 0) return 'Stopped before the last check.'
  const numberOf = (wanted: CheckStatus): number =>
    checks.filter(({ status }) => status === wanted).length
  const warnings = numberOf('warning')
  const skipped = numberOf('skipped')
  return [
    'No check failed.',
    ...(warnings > 0 ? [`${count(warnings, 'check has', 'checks have')} a warning.`] : []),
    ...(skipped > 0 ? [`${count(skipped, 'check was', 'checks were')} skipped.`] : [])
  ].join(' ')
}

/** For a bug report: everything that is on the screen, as plain text. */
export function reportText(serverName: string, report: DoctorReport): string {
  const lines = report.checks.flatMap(({ status, title, ms, detail, fix }) => {
    const { glyph, word } = markOf(status)
    return [
      `${glyph} ${word.padEnd(7)} ${title}${ms === undefined ? '' : ` (${milliseconds(ms)})`}`,
      ...indent(detail),
      ...indent(fix === undefined ? undefined : `What to do: ${fix}`)
    ]
  })
  return [`Diagnosis of ${serverName}: ${headline(report)}`, '', ...lines, ''].join('\n')
}

function indent(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split('\n').map((line) => `    ${line}`)
}
