/** How a moment that may not be today is written for a person. */

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit'
})

/** Of today the time, of any other day the date. */
export function when(time: number, now = Date.now()): string {
  return isSameDay(time, now) ? `today, ${clock.format(time)}` : day.format(time)
}

/** The day and the time of something that was not today; undefined for what was. */
export function dayOf(time: number, now: number): string | undefined {
  return isSameDay(time, now) ? undefined : dayAndTime.format(time).replace(',', '')
}

export function exactly(time: number): string {
  return exact.format(time)
}

function isSameDay(one: number, other: number): boolean {
  return day.format(one) === day.format(other)
}
