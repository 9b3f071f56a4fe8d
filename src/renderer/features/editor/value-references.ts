/** What a value asks for when the server starts. Only names; nothing is looked up here. */
export type Reference = {
  readonly kind: 'secret' | 'input' | 'variable'
  readonly name: string
  readonly fallback?: string
}

const REFERENCE = /\$\{(?:(secret|input):)?([^${}:]+?)(?::-([^}]*))?\}/g

export function referencesIn(value: string): readonly Reference[] {
  return [...value.matchAll(REFERENCE)].map(([, kind, name = '', fallback]) => ({
    kind: kind === 'secret' || kind === 'input' ? kind : 'variable',
    name,
    ...(fallback !== undefined && { fallback })
  }))
}

/** A name for a secret, from the name of the variable or header it goes to. */
export function secretNameFor(name: string): string {
  return name.trim().replace(/[^A-Za-z0-9_.]+/g, '_') || 'SECRET'
}

/** A header often has a word before what is secret. */
export function asSecret(name: string, value: string): string {
  const prefix = /^(Bearer|Basic|Token) /i.exec(value)?.[0] ?? ''
  return `${prefix}\${secret:${secretNameFor(name)}}`
}
