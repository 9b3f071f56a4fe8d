/** Dates, times and durations, as RFC 3339 writes them. */

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i
const DURATION =
  /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/
const MINUTES_OF_DAY = 24 * 60

export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  const days = DAYS[Number(month) - 1]
  if (days === undefined) return false
  const isLeapDay = month === '02' && day === '29' && isLeapYear(Number(year))
  return isLeapDay || (Number(day) >= 1 && Number(day) <= days)
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

export function isTime(text: string): boolean {
  const parts = TIME.exec(text)
  if (!parts) return false
  const [hour, minute, second] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false
  if (second < 60) return true
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1)
  const inUtc = (hour * 60 + minute - offset + 2 * MINUTES_OF_DAY) % MINUTES_OF_DAY
  // A leap second is only ever the last one of a day.
  return second < 61 && inUtc === MINUTES_OF_DAY - 1
}

export function isDateTime(text: string): boolean {
  return /[t ]/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

export function isDuration(text: string): boolean {
  return DURATION.test(text)
}
