import { canNameSecret, LONGEST_SECRET_NAME } from '../../../shared/text/secret-name'

/** Why a secret cannot have this name; undefined when it can. */
export function problemOfName(name: string): string | undefined {
  if (name === '') return 'A secret needs a name.'
  if (name.length > LONGEST_SECRET_NAME) {
    return `A name has at most ${LONGEST_SECRET_NAME} characters.`
  }
  return canNameSecret(name) ? undefined : 'A name has no braces in it, and no spaces around it.'
}
