const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Of today the time, of any other day the date. */
export function when(time: number, now = Date.now()): string {
  return day.format(time) === day.format(now) ? `today, ${clock.format(time)}` : day.format(time)
}

export function exactly(time: number): string {
  return exact.format(time)
}
