/** Numbers in ascending order, in little memory. Grows at its end; elsewhere it changes rarely. */
export class SeqList {
  private numbers = new Uint32Array(1_024)
  private count = 0

  get length(): number {
    return this.count
  }

  /** Assumes that it is greater than all that are there. */
  push(seq: number): void {
    this.makeRoom()
    this.numbers[this.count++] = seq
  }

  slice(from: number, to: number): readonly number[] {
    return [...this.numbers.subarray(Math.max(0, from), Math.min(this.count, to))]
  }

  /** The place of the first number from `seq` on; their count when there is none. */
  indexFrom(seq: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.numbers[middle] ?? 0) < seq) low = middle + 1
      else high = middle
    }
    return low
  }

  has(seq: number): boolean {
    const index = this.indexFrom(seq)
    return index < this.count && this.numbers[index] === seq
  }

  /** True when others have moved for it. */
  insert(seq: number): boolean {
    if (this.count === 0 || seq > (this.numbers[this.count - 1] ?? 0)) {
      this.push(seq)
      return false
    }
    const index = this.indexFrom(seq)
    if (index < this.count && this.numbers[index] === seq) return false
    this.makeRoom()
    this.numbers.copyWithin(index + 1, index, this.count)
    this.numbers[index] = seq
    this.count++
    return true
  }

  /** True when it was there. */
  remove(seq: number): boolean {
    const index = this.indexFrom(seq)
    if (index >= this.count || this.numbers[index] !== seq) return false
    this.numbers.copyWithin(index, index + 1, this.count)
    this.count--
    return true
  }

  /** Those before `seq` are forgotten. */
  dropBefore(seq: number): void {
    const index = this.indexFrom(seq)
    this.numbers.copyWithin(0, index, this.count)
    this.count -= index
  }

  private makeRoom(): void {
    if (this.count < this.numbers.length) return
    const larger = new Uint32Array(this.numbers.length * 2)
    larger.set(this.numbers)
    this.numbers = larger
  }
}
