/** Advice on the name and the description of a tool: what a model chooses by. */
import type { Advice } from './advice'
import { descriptionOf, type Tool } from '../calls/catalogue'
import { hasVerb, wordsOf } from './verbs'

const MAX_NAME = 64
const SHORT_DESCRIPTION = 15
const PLAIN_NAME = /^[\w.-]*$/

export function adviseOnName(name: string): readonly Advice[] {
  const advice: Advice[] = []
  if (!PLAIN_NAME.test(name)) {
    advice.push({
      rule: 'name-characters',
      message: 'The name has characters other than A-Z, a-z, 0-9, "_", "-" and ".".',
      reason: 'Many models refuse tools with other characters in their names.'
    })
  }
  if (name.length > MAX_NAME) {
    advice.push({
      rule: 'name-length',
      message: `The name has ${name.length} characters, more than ${MAX_NAME}.`,
      reason: 'Some models refuse longer names, and clients often add the name of the server to it.'
    })
  }
  if (!hasVerb(name)) {
    advice.push({
      rule: 'name-without-verb',
      message:
        'The name does not say what the tool does, as "create_issue" does and "issue" does not.',
      reason: 'A model chooses among many tools by their names first.'
    })
  }
  return advice
}

export function adviseOnDescription(tool: Tool): readonly Advice[] {
  const description = descriptionOf(tool)?.trim() ?? ''
  const reason = 'A model knows of the tool only what its description says.'
  if (description === '') {
    return [{ rule: 'description-missing', message: 'The tool has no description.', reason }]
  }
  const repeats = wordsOf(description).join() === wordsOf(tool.name).join()
  if (description.length >= SHORT_DESCRIPTION && !repeats) return []
  const message = repeats
    ? 'The description only repeats the name.'
    : `The description has only ${description.length} characters.`
  return [{ rule: 'description-short', message, reason }]
}
