/** What a row of the traffic list says. Pure, so that it is tested without a window. */
import type { TrafficEntry } from '../../../shared/traffic'

export function statusOf(
  entry: TrafficEntry,
  answer: TrafficEntry | undefined
): { word: string; tone: 'good' | 'bad' | 'busy' | 'quiet' } {
  switch (entry.kind) {
    case 'request':
      return answer ? statusOf(answer, undefined) : { word: 'waiting', tone: 'busy' }
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
  const { method, target, kind, text } = entry
  if (method !== undefined) return target === undefined ? method : `${method}  ${target}`
  if (text !== undefined) return kind === 'stderr' ? `stderr  ${firstLine(text)}` : firstLine(text)
  return kind
}

function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end === -1 ? text : text.slice(0, end)
}

/** Every word of the filter has to occur in what the row says. */
export function matchEntries(
  entries: readonly TrafficEntry[],
  serverId: string | undefined,
  filter: string
): readonly TrafficEntry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && serverId === undefined) return entries
  return entries.filter((entry) => {
    if (serverId !== undefined && entry.serverId !== serverId) return false
    if (words.length === 0) return true
    const text = `${entry.kind} ${subjectOf(entry)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
