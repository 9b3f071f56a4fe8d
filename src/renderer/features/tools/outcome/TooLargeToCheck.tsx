const WHY = {
  sent: 'What was sent is too large to be compared with its schema here.',
  kept: 'Only the beginning of this result was kept.',
  unchecked: 'Only the beginning of this result was kept, so it is not compared with its schema.',
  result: 'This result is too large to be compared with its schema here.'
} as const

/** Why there is no verdict on something: what is not here whole is not judged. */
export function TooLargeToCheck({ what }: { readonly what: keyof typeof WHY }) {
  return <p className="ui-note">{WHY[what]}</p>
}
