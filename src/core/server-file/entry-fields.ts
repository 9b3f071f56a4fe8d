/** What fields of an entry have in common. Messages complete the sentence that begins with the field. */
import { z } from 'zod'

export const text = z
  .string('has to be text')
  .refine((value) => !value.includes('\0'), 'must not hold the character NUL')
export const texts = z.array(text, 'has to be a list of texts')

export function count(least: number, most: number, sentence: string) {
  return z.number(sentence).int(sentence).min(least, sentence).max(most, sentence).optional()
}

export function wholeNumberTo(most: number) {
  return count(1, most, `has to be a whole number from 1 to ${most}`)
}

export function oneOf<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, `has to be one of ${choices.join(', ')}`).optional()
}
