/**
 * The answer goes to stdout, everything else to stderr. A terminal obeys escape sequences, and a
 * server must not be able to give it orders; what is not a terminal gets the text as it is.
 */
import type { Redactor } from '../../core/redaction/redaction'
import { visibleText } from '../../shared/text/visible-text'
import { ExitCode } from './exit-code'

export type Output = {
  readonly answer: (text: string) => void
  readonly remark: (text: string) => void
  /** Replaces the last status; an empty text removes it. Only on a terminal. */
  readonly status: (text: string) => void
}

const ERASE_LINE = '\r\x1b[K'
/** For terminals that do not say how wide they are. */
const DEFAULT_COLUMNS = 80

export function terminalOutput(): Output {
  const { stdout, stderr } = process
  let shown = ''
  // Whoever reads us may stop reading, as `head` does. That is not an error of ours.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return
      if (stream === stdout) stderr.write(`The answer could not be written: ${error.message}\n`)
      process.exit(ExitCode.TransportError)
    })
  }
  const withoutStatus = (write: () => void): void => {
    if (shown !== '') stderr.write(ERASE_LINE)
    write()
    if (shown !== '') stderr.write(shown)
  }
  return {
    answer: (text) =>
      withoutStatus(() => stdout.write(`${stdout.isTTY ? visibleText(text) : text}\n`)),
    remark: (text) =>
      withoutStatus(() => stderr.write(`${stderr.isTTY ? visibleText(text) : text}\n`)),
    status: (text) => {
      if (!stderr.isTTY) return
      // A status that wraps could not be erased.
      const width = (stderr.columns || DEFAULT_COLUMNS) - 1
      const next = visibleText(text.slice(0, width))
        .replaceAll(/[\n\t]/g, ' ')
        .slice(0, width)
      if (next === shown) return
      shown = next
      stderr.write(`${ERASE_LINE}${shown}`)
    }
  }
}

/** What is known to be secret is taken out of everything that is said. */
export function redactedOutput(
  output: Output,
  { redact, redactJson }: Pick<Redactor, 'redact' | 'redactJson'>
): Output {
  return {
    // What is JSON stays JSON.
    answer: (text) => output.answer(redactJson(text)),
    remark: (text) => output.remark(redact(text)),
    status: (text) => output.status(redact(text))
  }
}
