/** The texts in what a definition says about access, each with its name, such as `oauth.clientSecret`. */
import { isObject } from '../../shared/json/json'
import type { Access } from '../../shared/servers/server-access'

export type AccessText = { readonly name: string; readonly text: string }

/** Switches and numbers are told as texts, too. */
export function accessTexts(access: Access | undefined): readonly AccessText[] {
  return access ? textsBelow(access, '') : []
}

function textsBelow(value: unknown, name: string): readonly AccessText[] {
  if (typeof value === 'string') return [{ name, text: value }]
  if (typeof value === 'number' || typeof value === 'boolean')
    return [{ name, text: String(value) }]
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown, index) => textsBelow(each, `${name}.${index + 1}`))
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsBelow(each, name === '' ? key : `${name}.${key}`)
  )
}

/** Of `oauth.clientSecret` it is `clientSecret`: what a value is called. */
export function lastWordOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** The same with every text filled in. */
export function filledAccess(access: Access, fill: (text: string) => string): Access {
  return filledTexts(access, fill) as Access
}

/** The same for any value that was read from JSON. */
export function filledTexts(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((each: unknown) => filledTexts(each, fill))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, filledTexts(each, fill)])
  )
}
