/** Alphabets with letters that are drawn like those of another one in this list. */
const ALPHABETS = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u]
] as const
/** Nothing that is made of these alone can be mixed. */
const PLAIN = /^[\0-\x7f]*$/
/** Names are short, and a hostile one must not keep us busy. */
const LOOKED_AT_CHARS = 2_000

/** Which alphabets a name mixes whose letters can look the same; undefined when it does not. */
export function mixedLettersIn(name: string): string | undefined {
  if (PLAIN.test(name)) return undefined
  const looked = name.slice(0, LOOKED_AT_CHARS)
  const found = ALPHABETS.flatMap(([alphabet, letter]) => (letter.test(looked) ? [alphabet] : []))
  return found.length > 1 ? found.join(' and ') : undefined
}
