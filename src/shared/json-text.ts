/** JSON as text, where parsing would lose something: numbers as written, keys that come twice. */

/**
 * Lays JSON out over lines, changing nothing but the space between its parts.
 * Undefined when the text is not JSON.
 */
export function layOutJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined // the caller shows it as it is
  }
  let out = ''
  let depth = 0
  const newLine = (): string => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      depth++
      out += token + newLine()
    } else if (token === '}' || token === ']') {
      depth--
      const isEmpty = out.trimEnd().endsWith(token === '}' ? '{' : '[')
      out = isEmpty ? out.trimEnd() + token : out + newLine() + token
    } else if (token === ',') {
      out += `,${newLine()}`
    } else {
      out += token === ':' ? ': ' : token
    }
  }
  return out
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The first number that JavaScript would change, as it is written; undefined when there is none. */
export function inexactNumberIn(json: string): string | undefined {
  let found: string | undefined
  JSON.parse(json, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'number' && context?.source !== undefined && !isExact(context.source)) {
      found ??= context.source
    }
    return value
  })
  return found
}

export function isExact(number: string): boolean {
  const value = Number(number)
  if (!/^-?\d+$/.test(number)) return Number.isFinite(value)
  return Number.isFinite(value) && BigInt(value) === BigInt(number)
}
