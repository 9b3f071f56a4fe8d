import type { StderrLine } from '../../shared/servers/post-mortem'
import { LIMITS } from '../bounds/limits'

/** What a process wrote to stderr last, and when. */
export class LastLines {
  private readonly lines: StderrLine[] = []

  add(text: string, time: number): void {
    this.lines.push({ time, text })
    if (this.lines.length > LIMITS.stderrLinesKept.most) this.lines.shift()
  }

  list(): readonly StderrLine[] {
    return [...this.lines]
  }

  texts(): readonly string[] {
    return this.lines.map(({ text }) => text)
  }
}
