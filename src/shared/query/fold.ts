/** Text in which capitals are like small letters. */

/** Those that become letters of ASCII, or longer, when they are made small. */
const LEFT_ALONE = /[\u0130\u212a]/
const ALL_BUT_THOSE = /[^\u0130\u212a]+/g

/** As long as the text, so that what is found in it is at the same place there. */
export function folded(text: string): string {
  const small = LEFT_ALONE.test(text)
    ? text.replace(ALL_BUT_THOSE, (part) => part.toLowerCase())
    : text.toLowerCase()
  // Whether a sigma is final depends on what follows, which is not the same in a part of the text.
  return small.replaceAll('ς', 'σ')
}

const CASED_BEYOND_ASCII = /(?![a-zA-Z])\p{Changes_When_Casemapped}/u

/** Whether it has letters that a database, which knows ASCII only, cannot compare. */
export function needsFolding(text: string): boolean {
  return CASED_BEYOND_ASCII.test(text)
}
