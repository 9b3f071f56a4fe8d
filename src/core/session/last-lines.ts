const KEPT_LINES = 20

/** What a process wrote to stderr last. */
export class LastLines {
  private readonly lines: string[] = []

  add(line: string): void {
    this.lines.push(line)
    if (this.lines.length > KEPT_LINES) this.lines.shift()
  }

  list(): readonly string[] {
    return [...this.lines]
  }
}
