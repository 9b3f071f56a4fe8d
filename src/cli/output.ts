/** The answer goes to stdout, everything else to stderr. */
import { visibleParts } from '../shared/visible-text'

export type Output = {
  readonly answer: (text: string) => void
  readonly remark: (text: string) => void
  /** Replaces the last status; an empty text removes it. Only on a terminal. */
  readonly status: (text: string) => void
}

export function terminalOutput(): Output {
  const { stdout, stderr } = process
  // Whoever reads us may stop reading, as `head` does. That is not an error of ours.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    answer: (text) => stdout.write(`${stdout.isTTY ? forTerminal(text) : text}\n`),
    remark: (text) => stderr.write(`${stderr.isTTY ? forTerminal(text) : text}\n`),
    status: (text) => {
      if (stderr.isTTY) stderr.write(`\r\x1b[K${forTerminal(text)}`)
    }
  }
}

/** A terminal obeys escape sequences; a server must not be able to give it orders. */
export function forTerminal(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'plain' ? part.text : `<${part.mark}>`))
    .join('')
}
