/** Numbers in ascending order, in little memory. Grows at both ends; elsewhere it changes rarely. */
export class SeqList {
  private numbers = new Uint32Array(1_024)
  /** Where the first one is: there is room before it. */
  private start = 256
  private count = 0

  get length(): number {
    return this.count
  }

  /** Assumes that it is greater than all that are there. */
  push(seq: number): void {
    this.makeRoom()
    this.numbers[this.start + this.count++] = seq
  }

  slice(from: number, to: number): readonly number[] {
    const [first, end] = [Math.max(0, from), Math.min(this.count, to)]
    return first < end ? [...this.numbers.subarray(this.start + first, this.start + end)] : []
  }

  /** The place of the first number from `seq` on; their count when there is none. */
  indexFrom(seq: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.numbers[this.start + middle] ?? 0) < seq) low = middle + 1
      else high = middle
    }
    return low
  }

  has(seq: number): boolean {
    return this.isAt(this.indexFrom(seq), seq)
  }

  /** True when the places of others have changed. */
  insert(seq: number): boolean {
    if (this.count === 0 || seq > (this.numbers[this.start + this.count - 1] ?? 0)) {
      this.push(seq)
      return false
    }
    if (seq < (this.numbers[this.start] ?? 0)) {
      this.makeRoom()
      this.numbers[--this.start] = seq
      this.count++
      return true
    }
    const index = this.indexFrom(seq)
    if (this.isAt(index, seq)) return false
    this.makeRoom()
    const { start, count } = this
    // The fewer are moved.
    if (index < count - index) {
      this.numbers.copyWithin(start - 1, start, start + index)
      this.start--
    } else this.numbers.copyWithin(start + index + 1, start + index, start + count)
    this.numbers[this.start + index] = seq
    this.count++
    return true
  }

  /** True when it was there. */
  remove(seq: number): boolean {
    const index = this.indexFrom(seq)
    if (!this.isAt(index, seq)) return false
    const { start, count } = this
    this.numbers.copyWithin(start + index, start + index + 1, start + count)
    this.count--
    return true
  }

  /** Those before `seq` are forgotten. */
  dropBefore(seq: number): void {
    const index = this.indexFrom(seq)
    this.start += index
    this.count -= index
  }

  private isAt(index: number, seq: number): boolean {
    return index < this.count && this.numbers[this.start + index] === seq
  }

  /** For one more, at either end. */
  private makeRoom(): void {
    const { numbers, start, count } = this
    if (start > 0 && start + count < numbers.length) return
    this.numbers = new Uint32Array(Math.max(1_024, count * 2))
    this.start = (this.numbers.length - count) >> 1
    this.numbers.set(numbers.subarray(start, start + count), this.start)
  }
}
