/** What a recording is called. */
import type { RecordingSummary } from '../../../shared/traffic/traffic-row'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** When it was made: from when to when, on which day. */
export function timesOf({ startedAt, lastAt }: RecordingSummary): string {
  const began = `${day.format(startedAt)}, ${clock.format(startedAt)}`
  if (lastAt === undefined || clock.format(lastAt) === clock.format(startedAt)) return began
  const isSameDay = day.format(lastAt) === day.format(startedAt)
  return isSameDay
    ? `${began}–${clock.format(lastAt)}`
    : `${began} – ${day.format(lastAt)}, ${clock.format(lastAt)}`
}

export function sourceOf({ source, name }: RecordingSummary): string {
  return source === 'file' ? `File ${name ?? 'without a name'}` : 'Run of Patchbay'
}
