/** Writes a pattern of JavaScript in the syntax of the linear engine, where the two differ. */

const SPACE =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
/** All others: inside a class there is no way to say "not these". */
const NO_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const ANY_IN_LINE = '[^\\n\\r\\x{2028}\\x{2029}]'
/** Letters that mean something after a backslash in JavaScript; others mean something else there. */
const ESCAPED = /[dDwWsSbBtnvfrcxupP0]|[^a-zA-Z0-9]/
const SET = /^\\[dDsSwW]/
const SCRIPT = /^\{(?:Script|sc)=(\w+)\}/

/** Undefined when it is no pattern of JavaScript, or says what the other syntax has no words for. */
export function inLinearSyntax(pattern: string): string | undefined {
  if (!isPattern(pattern)) return undefined
  let out = ''
  let isInClass = false
  let isAfterSet = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    if (char === '\\') {
      isAfterSet = isInClass && SET.test(pattern.slice(at, at + 2))
      const escaped = pattern.charAt(++at)
      if (!ESCAPED.test(escaped)) return undefined
      const script = /[pP]/.test(escaped) ? SCRIPT.exec(pattern.slice(at + 1)) : null
      if (script) {
        out += `\\${escaped}{${script[1]}}`
        at += script[0].length
      } else out += isInClass ? inClass(escaped) : outsideClass(escaped)
    } else if (isInClass) {
      if (char === ']') isInClass = false
      // Beside a set it is itself, and would make a range of what the set is written as.
      const isLone = char === '-' && (isAfterSet || SET.test(pattern.slice(at + 1, at + 3)))
      out += char === '[' || isLone ? `\\${char}` : char
      isAfterSet = false
    } else {
      if (char === '[') isInClass = true
      out += char === '.' ? ANY_IN_LINE : char
    }
  }
  return out
}

function inClass(escaped: string): string {
  if (escaped === 's') return SPACE
  if (escaped === 'S') return NO_SPACE
  return escaped === 'b' ? '\\x08' : `\\${escaped}`
}

function outsideClass(escaped: string): string {
  if (escaped === 's') return `[${SPACE}]`
  return escaped === 'S' ? `[^${SPACE}]` : `\\${escaped}`
}

/** Patterns are written for the Unicode mode, but many have escapes that it does not allow. */
function isPattern(pattern: string): boolean {
  return compiles(pattern, 'u') || compiles(pattern, '')
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).source !== ''
  } catch {
    return false
  }
}
