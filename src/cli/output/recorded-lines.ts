/** Reads a file that --traffic has written, line by line, whatever its size. */
import { createReadStream } from 'node:fs'
import { LINE_TOO_LONG } from '../../core/bounds/line-limit'
import { NumberedLines } from '../../core/store/numbered-lines'
import { messageOf } from '../../shared/protocol/errors'
import { orInterrupted } from './interrupt'
import type { Output } from './output'
import { wrongUsage } from './usage'

/** `take` returns what is wrong with a line. Resolves with how many lines something is wrong with. */
export async function readRecordedLines(
  file: string,
  output: Output,
  interrupt: AbortSignal,
  take: (text: string) => string | undefined
): Promise<number> {
  let bad = 0
  const complain = (line: number, why: string | undefined): void => {
    if (why === undefined) return
    bad++
    output.remark(`${file}, line ${line}: ${why}`)
  }
  const lines = new NumberedLines(
    (text, line) => complain(line, take(text)),
    (line) => complain(line, LINE_TOO_LONG)
  )
  const stream = createReadStream(file)
  const reading = new Promise<void>((resolve, reject) => {
    stream.on('data', (chunk) => lines.push(Buffer.from(chunk)))
    stream.once('end', resolve)
    stream.once('error', (error) => reject(wrongUsage(`Cannot read ${file}: ${messageOf(error)}`)))
  })
  await orInterrupted(interrupt, reading).finally(() => stream.destroy())
  lines.end()
  return bad
}
