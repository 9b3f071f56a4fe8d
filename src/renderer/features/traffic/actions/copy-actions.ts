/** Frames for the clipboard: as they are, in pairs, as commands, and as a report. */
import { request } from '../../../bridge/bridge'
import { notify, tell } from '../../../stores/window/notices'
import type { Frame } from './frame-actions'

export async function rawOf(recording: number, seq: number): Promise<string> {
  const limit = Number.MAX_SAFE_INTEGER
  const { text } = await request('traffic.raw', { recording, seq, limit })
  return text
}

export function copyBytes({ recording, row }: Pick<Frame, 'recording' | 'row'>): void {
  copy(
    request('traffic.bytes', { recording, seq: row.seq }),
    `The bytes of #${row.seq} are copied as base64.`
  )
}

/** The frame and the one it is paired with, the request first. */
export function pairIn({ row }: Pick<Frame, 'row'>): readonly number[] {
  if (row.answers !== undefined) return [row.answers, row.seq]
  return row.ending?.seq === undefined ? [row.seq] : [row.seq, row.ending.seq]
}

export function copyPair(frame: Frame): void {
  const seqs = pairIn(frame)
  const texts = Promise.all(seqs.map((seq) => rawOf(frame.recording, seq)))
  copy(
    texts.then((lines) => `${lines.join('\n')}\n`),
    `${seqs.map((seq) => `#${seq}`).join(' and ')} are copied.`
  )
}

export function copyCommand({ recording, row }: Frame, format: 'cli' | 'curl'): void {
  const name = format === 'cli' ? 'a command of patchbay' : 'a command of curl'
  copy(
    request('traffic.snippet', { recording, seq: row.seq, format }),
    `#${row.seq} is copied as ${name}.`
  )
}

export function copyReport({ recording, row }: Frame): void {
  copy(
    request('traffic.report', { recording, seq: row.seq }),
    `The report of #${row.seq} is copied as Markdown.`
  )
}

function copy(text: Promise<string>, done: string): void {
  text.then((found) => navigator.clipboard.writeText(found)).then(() => tell(done), notify)
}
