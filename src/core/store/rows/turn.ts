/** Long work in slices, by entries and by what is in them, so that nobody waits who wants something else. */

const ENTRIES_A_TURN = 500
/** Far below what one text can hold, and soon written. */
const CHARS_A_TURN = 4 * 1024 * 1024

export class Turn {
  private entries = 0
  private chars = 0

  /** One more entry was looked at, and so much text with it. True when it is somebody else's turn. */
  isOverWith(chars: number): boolean {
    this.entries++
    this.chars += chars
    if (this.entries < ENTRIES_A_TURN && this.chars < CHARS_A_TURN) return false
    this.entries = 0
    this.chars = 0
    return true
  }
}
