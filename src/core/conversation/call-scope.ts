/**
 * Tells what of that which a server asks by itself belongs to one call. Nothing in such a question says
 * so: what is asked while some of the same requests of ours wait is taken for one.
 */
export class CallScope {
  private scope = {}
  private waited: ReadonlySet<number> = new Set()

  /** The same object for as long as one of the requests that waited the last time waits still. */
  of(waiting: readonly { readonly seq: number }[]): object {
    const now = new Set(waiting.map(({ seq }) => seq))
    if (![...now].some((seq) => this.waited.has(seq))) this.scope = {}
    this.waited = now
    return this.scope
  }
}
