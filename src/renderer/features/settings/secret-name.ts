const LONGEST_CHARS = 200
const ALLOWED = /^[A-Za-z0-9_.-]+$/

/** Why a secret cannot have this name; undefined when it can. */
export function problemOfName(name: string): string | undefined {
  if (name === '') return 'A secret needs a name.'
  if (name.length > LONGEST_CHARS) return `A name has at most ${LONGEST_CHARS} characters.`
  if (!ALLOWED.test(name)) {
    return 'A name has only letters from A to Z, digits, and the characters _ . -'
  }
  return undefined
}
