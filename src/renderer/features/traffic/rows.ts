/** What a row of the traffic list says. Pure, so that it is tested without a window. */
import type { TrafficEntry, Violation } from '../../../shared/traffic'
import type { Ending } from '../../stores/traffic'

export type Tone = 'good' | 'bad' | 'busy' | 'quiet'

export function statusOf(
  entry: TrafficEntry,
  ending: Ending | undefined
): { word: string; tone: Tone } {
  switch (entry.kind) {
    case 'request':
      if (ending === undefined) return { word: 'waiting', tone: 'busy' }
      if (ending === 'cancelled') return { word: 'cancelled', tone: 'quiet' }
      if (ending === 'abandoned') return { word: 'no answer', tone: 'bad' }
      // What was sent is a frame, whatever came back.
      if (ending.kind === 'noise') return { word: 'invalid answer', tone: 'bad' }
      return statusOf(ending, undefined)
    case 'result':
      return entry.isToolError === true
        ? { word: 'tool error', tone: 'bad' }
        : { word: 'ok', tone: 'good' }
    case 'error':
      return { word: 'error', tone: 'bad' }
    case 'noise':
      return { word: 'not a frame', tone: 'bad' }
    case 'notification':
    case 'stderr':
    case 'lifecycle':
      return { word: '', tone: 'quiet' }
  }
}

/** The method and what it is about; for what is not a frame, its first line. */
export function subjectOf(entry: TrafficEntry): string {
  const { method, target, kind, level, text } = entry
  const said = text === undefined ? '' : firstLine(text)
  const about = target ?? (level === undefined ? said : `${level}: ${said}`)
  if (method !== undefined) return about === '' ? method : `${method}  ${about}`
  if (kind === 'stderr') return `stderr  ${about}`
  return about === '' ? kind : about
}

function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end === -1 ? text : text.slice(0, end)
}

type EntryFilter = {
  readonly serverId?: string
  readonly filter: string
  /** Rows up to this one are left out. */
  readonly after: number
}

/** Every word of the filter has to occur in what the row says; nothing when all rows are wanted. */
export function entryFilter({
  serverId,
  filter,
  after
}: EntryFilter): ((entry: TrafficEntry) => boolean) | undefined {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && serverId === undefined && after === 0) return undefined
  return (entry) => {
    if (entry.seq <= after) return false
    if (serverId !== undefined && entry.serverId !== serverId) return false
    if (words.length === 0) return true
    const text = `${entry.kind} ${subjectOf(entry)} ${saidOf(entry.violations)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

function saidOf(violations: readonly Violation[] = []): string {
  return violations.map(({ rule, message }) => `${rule} ${message}`).join(' ')
}
