export type PickedFormat = 'date' | 'time' | 'date-time'

/**
 * What a picker is to begin with: the same moment, as clocks here show it. Empty when the text does
 * not name one.
 */
export function toPicker(format: PickedFormat, text: string, now = new Date()): string {
  if (format === 'date') return text
  const whole = format === 'time' ? `${localText(now).slice(0, 10)}T${text}` : text
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/i.test(whole)) return ''
  const moment = new Date(whole)
  if (Number.isNaN(moment.getTime())) return ''
  return format === 'time' ? localText(moment).slice(11) : localText(moment)
}

/** What a picker gives, as the format wants it: a time without an offset is not one to a schema. */
export function fromPicker(format: PickedFormat, picked: string, now = new Date()): string {
  if (format === 'date') return picked
  if (format === 'time') return `${withSeconds(picked)}${offsetOf(now)}`
  return `${withSeconds(picked)}${offsetOf(new Date(picked))}`
}

function withSeconds(picked: string): string {
  return /:\d\d:\d\d/.test(picked) ? picked : `${picked}:00`
}

function localText(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}

function offsetOf(moment: Date): string {
  const minutes = -moment.getTimezoneOffset()
  if (minutes === 0) return 'Z'
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
