/** What every text has in which a pattern is found, so that most texts need not be asked the engine. */

/** Escapes that stand for one character or none, and are written as one letter. */
const SET_OR_PLACE = /^[dDwWsSbBtnvfr]$/
const LETTER_OR_DIGIT = /^[a-zA-Z0-9]$/
const REPETITION = /^\{\d+(?:,\d*)?\}/

/**
 * The longest such text; empty when nobody can tell. Assumes a pattern that the engine takes, so
 * that nothing in it looks ahead or changes how the rest is meant.
 */
export function textInPattern(source: string): string {
  const chars = [...source]
  let longest = ''
  let run: string[] = []
  const endRun = (): void => {
    if (run.length > [...longest].length) longest = run.join('')
    run = []
  }
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? ''
    const repetition = char === '{' ? REPETITION.exec(chars.slice(at).join('')) : undefined
    if (char === '|' || repetition === null) return ''
    if (char === '*' || char === '?' || repetition) {
      run.pop()
      endRun()
      if (repetition) at += repetition[0].length - 1
    } else if (char === '(' || char === '[') {
      endRun()
      at = endOf(chars, at)
    } else if (char === '\\') {
      const escaped = chars[++at] ?? ''
      if (!LETTER_OR_DIGIT.test(escaped)) run.push(escaped)
      else if (SET_OR_PLACE.test(escaped)) endRun()
      else return ''
    } else if (/[.^$+]/.test(char)) endRun()
    else run.push(char)
  }
  endRun()
  return longest
}

/** Where the group or the class ends that begins there. */
function endOf(chars: readonly string[], start: number): number {
  let depth = 0
  let isInClass = false
  for (let at = start; at < chars.length; at++) {
    const char = chars[at]
    if (char === '\\') {
      at++
      continue
    }
    if (isInClass) isInClass = char !== ']'
    else if (char === '[') isInClass = true
    else if (char === '(') depth++
    else if (char === ')') depth--
    if (depth === 0 && !isInClass) return at
  }
  return chars.length
}
