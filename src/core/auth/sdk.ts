/** The functions of the SDK for single steps of a sign-in, loaded when the first sign-in begins. */
import type * as Sdk from '@modelcontextprotocol/client'

let loaded: Promise<typeof Sdk> | undefined

export function loadSdk(): Promise<typeof Sdk> {
  loaded ??= import('@modelcontextprotocol/client')
  return loaded
}
