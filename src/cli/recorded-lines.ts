/** Reads a file that --traffic has written, line by line, whatever its size. */
import { createReadStream } from 'node:fs'
import { LINE_LIMIT_BYTES, LINE_TOO_LONG } from '../core/traffic/line-limit'
import { LineSplitter } from '../core/transport/line-splitter'
import { messageOf } from '../shared/errors'
import { orInterrupted } from './interrupt'
import type { Output } from './output'
import { wrongUsage } from './usage'

const LINE_FEED = 0x0a

/** `take` returns what is wrong with a line. Resolves with how many lines something is wrong with. */
export async function readRecordedLines(
  file: string,
  output: Output,
  interrupt: AbortSignal,
  take: (text: string) => string | undefined
): Promise<number> {
  let line = 1
  let bad = 0
  const complain = (why: string | undefined): void => {
    if (why === undefined) return
    bad++
    output.remark(`${file}, line ${line}: ${why}`)
  }
  const splitter = new LineSplitter(
    ({ text }) => complain(take(text)),
    () => complain(LINE_TOO_LONG),
    LINE_LIMIT_BYTES
  )
  const stream = createReadStream(file)
  const reading = new Promise<void>((resolve, reject) => {
    stream.on('data', (chunk) => {
      for (const piece of lineByLine(Buffer.from(chunk))) {
        splitter.push(piece)
        if (piece.at(-1) === LINE_FEED) line++
      }
    })
    stream.once('end', resolve)
    stream.once('error', (error) => reject(wrongUsage(`Cannot read ${file}: ${messageOf(error)}`)))
  })
  await orInterrupted(interrupt, reading).finally(() => stream.destroy())
  splitter.end(({ text }) => complain(take(text)))
  return bad
}

/** Each piece ends with its line feed, but for the last. */
function* lineByLine(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length;) {
    const feed = chunk.indexOf(LINE_FEED, start)
    const end = feed === -1 ? chunk.length : feed + 1
    yield chunk.subarray(start, end)
    start = end
  }
}
