/** About how many instructions a pattern is made of, with each repetition written out. */
export function programSize(pattern: string): number {
  const outer: number[] = []
  let group = 0
  let atom = 0
  const closeAtom = (next: number): void => {
    group += atom
    atom = next
  }
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    const times = char === '{' ? REPETITION.exec(pattern.slice(at, at + 20)) : null
    if (times) {
      const least = Number(times[1])
      const optional = Math.max(0, Number(times[2] ?? least + 1) - least)
      atom = least * atom + optional * (atom + 1)
      at += times[0].length - 1
    } else if (char === '(') {
      closeAtom(0)
      outer.push(group)
      group = 0
    } else if (char === ')') {
      closeAtom(0)
      atom = group + 2
      group = outer.pop() ?? 0
    } else if (char === '[') {
      closeAtom(1)
      at = endOfClass(pattern, at)
    } else if (char === '\\') {
      closeAtom(1)
      at++
    } else if (char === '*' || char === '+' || char === '?') {
      atom += 1
    } else {
      closeAtom(1)
    }
  }
  return outer.reduce((sum, size) => sum + size, group + atom)
}

const REPETITION = /^\{(\d+)(?:,(\d+)?)?\}/

function endOfClass(pattern: string, start: number): number {
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern.charAt(at) === '\\') at++
    else if (pattern.charAt(at) === ']') return at
  }
  return pattern.length
}
