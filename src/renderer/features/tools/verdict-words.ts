import { assertNever } from '../../../shared/errors'
import type { Verdict } from '../../../shared/verdicts'

/** What is right, in a few words. */
export function shortVerdict(about: Verdict['about']): string {
  switch (about) {
    case 'input':
      return 'Arguments fit the schema'
    case 'output':
      return 'Output fits its schema'
    case 'agreement':
      return 'Text and structured content agree'
    default:
      return assertNever(about)
  }
}

export function describeVerdictBlame(blame: NonNullable<Verdict['blame']>): string {
  switch (blame) {
    case 'server':
      return 'The server did this.'
    case 'schema':
      return 'It is the schema’s fault.'
    case 'person':
      return 'You did this.'
    case 'patchbay':
      return 'This is a limit of Patchbay.'
    default:
      return assertNever(blame)
  }
}
