/** Points in time, as a person writes them: the time of day, or a date. Local, if not said otherwise. */
import type { Read } from './read'

export type Moment =
  /** Of a day that only the recording knows. */
  | {
      readonly kind: 'of day'
      readonly hours: number
      readonly minutes: number
      /** With a fraction. */
      readonly seconds: number
    }
  | { readonly kind: 'instant'; readonly time: number }

const CLOCK = '(\\d\\d?):(\\d\\d)(?::(\\d\\d(?:\\.\\d+)?))?'
const OF_DAY = new RegExp(`^${CLOCK}$`)
const DATED = new RegExp(
  `^(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ]${CLOCK}(Z|[+-]\\d\\d:?\\d\\d)?)?$`,
  'i'
)

export function readMoment(text: string): Read<Moment> {
  const moment = ofDay(text) ?? dated(text)
  if (moment) return { isRead: true, value: moment }
  return {
    isRead: false,
    problem: 'This is not a time: write 14:02, 14:02:33.5 or 2026-01-31T14:02.'
  }
}

/** Milliseconds since 1970; `dayOf` is the midnight with which the day begins. */
export function timeOf(moment: Moment, dayOf: number): number {
  if (moment.kind === 'instant') return moment.time
  const { hours, minutes, seconds } = moment
  // Not added up: a day on which the clocks change has another number of hours.
  return new Date(dayOf).setHours(hours, minutes, 0, 0) + seconds * 1_000
}

function ofDay(text: string): Moment | undefined {
  const clock = OF_DAY.exec(text)
  return clock ? clockOf(clock[1], clock[2], clock[3]) : undefined
}

function clockOf(
  hours: string | undefined = '0',
  minutes: string | undefined = '0',
  seconds: string | undefined = '0'
): Extract<Moment, { kind: 'of day' }> | undefined {
  const clock = { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds) }
  const isClock = clock.hours < 24 && clock.minutes < 60 && clock.seconds < 60
  return isClock ? { kind: 'of day', ...clock } : undefined
}

function dated(text: string): Moment | undefined {
  const match = DATED.exec(text)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]) - 1, Number(match[3])]
  const midnight = new Date(year, month, day)
  const clock = clockOf(match[4], match[5], match[6])
  // The thirty-first of a short month would be a day of the next one.
  if (!clock || midnight.getMonth() !== month || midnight.getDate() !== day) return undefined
  const zone = match[7]
  if (zone === undefined) return { kind: 'instant', time: timeOf(clock, midnight.getTime()) }
  const { hours, minutes, seconds } = clock
  const time = Date.UTC(year, month, day, hours, minutes) + seconds * 1_000 - offsetOf(zone)
  return { kind: 'instant', time }
}

function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const digits = zone.replace(/\D/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
