/** What is said of a value that is not shown, so that a command does not pass for a password. */
export type HiddenPart = {
  /** The rest of the value is shown. */
  readonly isPart: boolean
  readonly length: number
  /** What a command has in it and a token has not. */
  readonly signs: readonly string[]
}

const SIGNS: readonly (readonly [sign: string, word: string])[] = [
  [' ', 'spaces'],
  ['/', '/'],
  [';', ';'],
  ['|', '|'],
  ['$(', '$(']
]

export function hiddenPartOf(value: string, isPart: boolean): HiddenPart {
  const signs = SIGNS.filter(([sign]) => !isPart && value.includes(sign)).map(([, word]) => word)
  return { isPart, length: value.length, signs }
}

export function hiddenWords({ isPart, length, signs }: HiddenPart): string {
  const count = length === 1 ? '1 character' : `${length} characters`
  if (isPart) return `a part is hidden here, of ${count} in all`
  return `hidden here: ${count}${signs.length === 0 ? '' : `, with ${listed(signs)} in it`}`
}

function listed(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}
