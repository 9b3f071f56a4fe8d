import type { ConfigFault } from '../../../shared/servers/server-config'

/** Where it is, as a sentence, when the fault's own sentence does not say so. */
export function placeOf({ message, line, column }: ConfigFault): string {
  if (line === undefined || /\bline \d/.test(message)) return ''
  return column === undefined ? ` See line ${line}.` : ` See line ${line}, column ${column}.`
}

/** A fault in one line: the field, what is wrong, and where. */
export function faultLine(fault: ConfigFault): string {
  const { field, message } = fault
  const isNamed = field === undefined || message.includes(field)
  return `${isNamed ? '' : `${field}: `}${message}${placeOf(fault)}`
}
