/** What is wrong with a server, gathered from its traffic and its catalogue. */
import { seconds } from '../../core/time/clock'
import type { Catalogue } from '../../shared/calls/catalogue'
import type { Check, CheckStatus } from '../../shared/servers/configuration'
import type { TrafficEntry, Violation } from '../../shared/traffic/traffic'

export type Severity = 'error' | 'warning' | 'info'

export type Finding = {
  readonly severity: Severity
  /** Of the violations that it stands for. */
  readonly rule?: string
  /** Whole sentences. */
  readonly message: string
  /** A whole sentence: what to do about it. */
  readonly next?: string
  readonly count?: number
  /** The number of the first entry that shows it. */
  readonly entry?: number
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info']
/** What the specification asks for, but does not demand. */
const ADVISED: ReadonlySet<string> = new Set([
  'tool-name',
  'answer-after-cancel',
  'before-initialized',
  'no-subprotocol'
])
const LISTED_CATALOGUE_FINDINGS = 50
const WORTH_TELLING_MS = 1_000

type Group = { readonly violation: Violation; readonly entry: TrafficEntry; count: number }

/** Counts violations rule by rule, however many there are. */
export class ViolationGroups {
  private readonly groups = new Map<string, Group>()

  see(entry: TrafficEntry): void {
    const isOurs = entry.origin === 'workbench' && entry.kind !== 'lifecycle'
    for (const violation of entry.violations ?? []) {
      const key = `${isOurs ? 'ours' : 'theirs'} ${violation.rule}`
      const group = this.groups.get(key)
      if (group) group.count++
      else this.groups.set(key, { violation, entry, count: 1 })
    }
  }

  findings(): readonly Finding[] {
    return [...this.groups.values()].map(({ violation, entry, count }) => {
      const { rule, message, clause } = violation
      const isOurs = entry.origin === 'workbench' && entry.kind !== 'lifecycle'
      const severity = isOurs ? 'info' : ADVISED.has(rule) ? 'warning' : 'error'
      const about = isOurs ? `Patchbay itself: ${message}` : message
      return { severity, rule, message: about, next: `See ${clause}.`, count, entry: entry.seq }
    })
  }
}

export function catalogueFindings({ findings }: Catalogue): readonly Finding[] {
  const listed = findings
    .slice(0, LISTED_CATALOGUE_FINDINGS)
    .map(({ message }): Finding => ({ severity: 'warning', message }))
  const rest = findings.length - listed.length
  if (rest === 0) return listed
  return [...listed, { severity: 'warning', message: `The lists have ${rest} more such findings.` }]
}

const MARKS: Readonly<Record<CheckStatus, string>> = {
  waiting: ' ',
  running: ' ',
  ok: '✓',
  warning: '!',
  failed: '✗',
  skipped: '–'
}

export function checkText({ title, status, detail = '', ms }: Check): string {
  const took = ms === undefined || ms < WORTH_TELLING_MS ? '' : ` (${seconds(ms)})`
  const lines = `${title}${took}. ${detail}`.trimEnd().split('\n')
  return `${MARKS[status]} ${status.padEnd(7)}  ${lines.join('\n           ')}`
}

export function checkFinding({ title, detail, fix }: Check): Finding {
  const message = detail ?? `${title} failed.`
  return { severity: 'error', message, ...(fix !== undefined && { next: fix }) }
}

export function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
}

export function findingText({ severity, rule, message, next, count, entry }: Finding): string {
  const times = count === 1 ? 'in entry' : `${count} times, first in entry`
  const where = entry === undefined ? '' : ` (${times} ${entry})`
  const what = rule === undefined ? message : `${rule}: ${message}`
  return [`${severity.padEnd(7)}  ${what}${where}`, ...(next === undefined ? [] : [next])].join(
    '\n         '
  )
}
