import { readCommandLine } from '../../../shared/pasted/command-line'

/**
 * Several lines are several arguments. One line is split like a command line only when it begins
 * with an option: what else has spaces in it may well be one path.
 */
export function splitArguments(text: string): readonly string[] | undefined {
  const lines = splitLines(text)
  if (lines) return lines
  if (!/^\s*-\S*\s+\S/.test(text)) return undefined
  const read = readCommandLine(`command ${text}`)
  return 'kind' in read && read.kind === 'process' ? read.args : undefined
}

export function splitLines(text: string): readonly string[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return lines.length > 1 ? lines.map((line) => line.trim()) : undefined
}
