/**
 * The answer goes to stdout, everything else to stderr. A terminal obeys escape sequences, and a
 * server must not be able to give it orders; what is not a terminal gets the text as it is.
 */
import { visibleText } from '../shared/visible-text'

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
    answer: (text) => stdout.write(`${stdout.isTTY ? visibleText(text) : text}\n`),
    remark: (text) => stderr.write(`${stderr.isTTY ? visibleText(text) : text}\n`),
    status: (text) => {
      if (stderr.isTTY) stderr.write(`\r\x1b[K${visibleText(text).replaceAll('\n', ' ')}`)
    }
  }
}
