export const LONGEST_SECRET_NAME = 200

/** Anything that can be seen and told apart from what stands around it, in `${secret:NAME}` too. */
const NAME = /^[^\s{}](?:[^{}\p{Cc}]*[^\s{}])?$/u

/** Whether a secret, or an input that may become one, can be called this. */
export function canNameSecret(name: string): boolean {
  return name.length <= LONGEST_SECRET_NAME && NAME.test(name)
}
