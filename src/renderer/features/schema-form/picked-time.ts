export type PickedFormat = 'date' | 'time' | 'date-time'

/** What a picker gives, as the format wants it: a time without an offset is not one to a schema. */
export function fromPicker(format: PickedFormat, picked: string, now = new Date()): string {
  if (format === 'date') return picked
  if (format === 'time') return `${withSeconds(picked)}${offsetOf(now)}`
  return `${withSeconds(picked)}${offsetOf(new Date(picked))}`
}

function withSeconds(picked: string): string {
  return /:\d\d:\d\d/.test(picked) ? picked : `${picked}:00`
}

function offsetOf(moment: Date): string {
  const minutes = -moment.getTimezoneOffset()
  if (minutes === 0) return 'Z'
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
