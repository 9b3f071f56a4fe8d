/** A name in which stars stand for anything. Capitals are like small letters. */
import { folded } from './fold'

export type Glob = {
  /** What is between the stars; a name without stars is one part. */
  readonly parts: readonly string[]
}

export function globOf(text: string): Glob {
  return { parts: text.split(/\*+/) }
}

/** A name as it is, stars included. */
export function exactly(text: string): Glob {
  return { parts: [text] }
}

export function globMatches({ parts }: Glob, text: string): boolean {
  const [first = '', ...others] = parts.map(folded)
  const name = folded(text)
  const last = others.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
