/** As the person's calendar has it, such as 2026-03-09. */
export function dayOf(time: number): string {
  const date = new Date(time)
  const numbers = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return numbers.map((number) => String(number).padStart(2, '0')).join('-')
}
