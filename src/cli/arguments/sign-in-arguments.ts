/** Reads what is written after `patchbay auth`, and what a sign-in asks for. */
import type { Values } from './arguments'
import type { DeskChoice } from '../profile/desk'
import { readDesk } from './option-groups'
import { wrongUsage } from '../output/usage'

export type AuthArguments = {
  readonly command: 'auth'
  /** `clear` is about an address. */
  readonly action: 'list' | { readonly clear: string }
  readonly isJson: boolean
  readonly desk: DeskChoice
}

export type LoginArguments = {
  readonly command: 'login'
  /** What to ask for, instead of what the server says. */
  readonly scope?: string
  /** The address of the page is only printed. */
  readonly hasNoBrowser: boolean
}

export function readLogin(values: Values): LoginArguments {
  const hasNoBrowser = values['no-browser'] === true
  return { command: 'login', hasNoBrowser, ...readScope(values.scope) }
}

export function readAuth(given: readonly string[], values: Values): AuthArguments {
  const [action, address, ...rest] = given
  const common = { command: 'auth', isJson: values.json === true, desk: readDesk(values) } as const
  if (action === 'list' && address === undefined) return { ...common, action }
  if (action === 'clear' && address !== undefined && rest.length === 0) {
    return { ...common, action: { clear: address } }
  }
  throw wrongUsage(
    'Write it like this: patchbay auth list [--json], or: patchbay auth clear <address>'
  )
}

/** The characters that a scope can have (RFC 6749, 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

function readScope(text: string | undefined): { readonly scope?: string } {
  if (text === undefined) return {}
  const scopes = text.trim().split(/\s+/)
  if (scopes.every((scope) => SCOPE.test(scope))) return { scope: scopes.join(' ') }
  throw wrongUsage('--scope has to be scopes with spaces between them, such as "files:read mail".')
}
