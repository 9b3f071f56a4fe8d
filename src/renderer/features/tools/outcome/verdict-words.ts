import { assertNever } from '../../../../shared/protocol/errors'
import type { Verdict } from '../../../../shared/verdicts/verdicts'

/** A verdict in a few words, for where there is no room for its sentences. */
export function shortVerdict(about: Verdict['about'], kind: Verdict['kind']): string {
  return SHORT[about][kind] ?? SUBJECTS[about]
}

/** What a verdict is about, in a word. */
export function subjectOf(about: Verdict['about']): string {
  return SUBJECTS[about]
}

const SHORT: Readonly<Record<Verdict['about'], Partial<Record<Verdict['kind'], string>>>> = {
  input: {
    right: 'Arguments fit the schema',
    remark: 'Arguments break the schema',
    warning: 'Server does not check its arguments',
    unknown: 'Arguments not checked'
  },
  output: {
    right: 'Output fits its schema',
    wrong: 'Output breaks its schema',
    unknown: 'Output not checked'
  },
  agreement: {
    right: 'Text and structured content agree',
    remark: 'Text and structured content differ',
    warning: 'Text and structured content contradict each other',
    unknown: 'Text not compared'
  }
}

const SUBJECTS: Readonly<Record<Verdict['about'], string>> = {
  input: 'Arguments',
  output: 'Output',
  agreement: 'Agreement'
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
