/** How numbers are written for a person. */

export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)} kB`
  return `${(count / 1_000_000).toFixed(1)} MB`
}

export function milliseconds(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

/** Of a countdown: whole seconds, which never jump between forms within a minute. */
export function seconds(count: number): string {
  if (count < 60) return `${count} s`
  return `${Math.floor(count / 60)} min ${count % 60} s`
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3
})
const shortClock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit'
})

export function timeOfDay(time: number): string {
  return clock.format(time)
}

export function shortTimeOfDay(time: number): string {
  return shortClock.format(time)
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`
}
