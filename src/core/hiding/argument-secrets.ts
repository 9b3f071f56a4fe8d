/** Secrets that stand among the arguments of a command, where everybody who lists processes sees them. */
import { addressParts } from '../address/address-template'
import { isOnlyReferences, isPlaceholder, isSecretValue } from '../references/secret-values'

export type ArgumentSecret = {
  readonly index: number
  /** Where in the argument it begins. */
  readonly start: number
  readonly value: string
  /** What it is called there, such as `API_KEY`. */
  readonly name: string
}

/** `NAME=value` after -e, or --name=value. */
const ASSIGNED = /^-{0,2}([A-Za-z_][\w.-]*)=([^]+)$/
/** `Name: value` after -H. */
const HEADER = /^([A-Za-z][\w-]*): *((?:Bearer|Basic|Token) +)?([^]+)$/i
const FLAG = /^--?([A-Za-z][\w.-]*)$/

export function secretsInArguments(args: readonly string[]): readonly ArgumentSecret[] {
  return args.flatMap((text, index): readonly ArgumentSecret[] => {
    const found = inAddress(text) ?? inAssignment(text) ?? inHeader(text) ?? alone(args, index)
    return found && !isOnlyReferences(found.value) ? [{ index, ...found }] : []
  })
}

type Found = Omit<ArgumentSecret, 'index'>

function inAssignment(text: string): Found | undefined {
  const [, name = '', value = ''] = ASSIGNED.exec(text) ?? []
  if (value === '') return undefined
  const start = text.length - value.length
  const address = inAddress(value)
  if (address) return { ...address, start: start + address.start }
  return isSecretValue(name, value) ? { start, value, name } : undefined
}

function inHeader(text: string): Found | undefined {
  const [, name = '', , value = ''] = HEADER.exec(text) ?? []
  if (value === '' || !isSecretValue(name, value)) return undefined
  return { start: text.length - value.length, value, name }
}

/** The password of an address. */
function inAddress(text: string): Found | undefined {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text)) return undefined
  let start = 0
  for (const { text: part, slot } of addressParts(text)) {
    const colon = part.indexOf(':')
    const value = part.slice(colon + 1)
    const isTold = value !== '' && !isPlaceholder(value) && !isOnlyReferences(value)
    if (slot === 'credentials' && colon !== -1 && isTold) {
      return { start: start + colon + 1, value, name: 'password' }
    }
    start += part.length
  }
  return undefined
}

function alone(args: readonly string[], index: number): Found | undefined {
  const value = args[index] ?? ''
  // Its value was looked at by itself, and base64 ends in = only.
  if (/^-{0,2}[A-Za-z_][\w.-]*=[^=]/.test(value)) return undefined
  const name = FLAG.exec(args[index - 1] ?? '')?.[1] ?? ''
  if (value.startsWith('-') || !isSecretValue(name, value)) return undefined
  return { start: 0, value, name: name === '' ? `argument-${index + 1}` : name }
}
