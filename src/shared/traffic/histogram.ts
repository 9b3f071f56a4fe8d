/**
 * How long things took, all of them, in little room. Buckets are a microsecond wide up to 128 µs,
 * and above that a 64th of the power of two that they are in: a percentile is off by 1/128 (0.8 %)
 * or half a microsecond, whichever is more. What takes longer than an hour counts as an hour there.
 * Count, minimum, maximum and mean are exact.
 */

/** Of the true value, above 64 µs; below, the error is half a microsecond. */
export const RELATIVE_ERROR = 1 / 128

const STEP_BITS = 6
const STEPS = 1 << STEP_BITS
const LARGEST_US = 3_600_000_000

export type HistogramJson = {
  readonly min: number
  readonly max: number
  readonly sum: number
  /** In turn: how far a bucket is from the one before it, and how often it was met. */
  readonly buckets: readonly number[]
}

export class Histogram {
  private total = 0
  private sum = 0
  private least = Infinity
  private most = -Infinity
  /** Only those buckets that something is in: most histograms have few, and there are many. */
  private buckets: number[] = []
  /** How often each was met, in the same place. */
  private counts: number[] = []

  static from({ min, max, sum, buckets }: HistogramJson): Histogram {
    const histogram = new Histogram()
    let bucket = 0
    for (let at = 0; at + 1 < buckets.length; at += 2) {
      bucket += buckets[at] ?? 0
      const count = buckets[at + 1] ?? 0
      histogram.buckets.push(bucket)
      histogram.counts.push(count)
      histogram.total += count
    }
    if (histogram.total === 0) return histogram
    histogram.sum = sum
    histogram.least = min
    histogram.most = max
    return histogram
  }

  get count(): number {
    return this.total
  }

  /** Undefined when there is nothing, as are the others. */
  get min(): number | undefined {
    return this.total === 0 ? undefined : this.least
  }

  get max(): number | undefined {
    return this.total === 0 ? undefined : this.most
  }

  get mean(): number | undefined {
    return this.total === 0 ? undefined : this.sum / this.total
  }

  /** What is no duration is left out; less than nothing is nothing. */
  record(ms: number): void {
    if (!Number.isFinite(ms)) return
    const duration = Math.max(0, ms)
    this.total++
    this.sum += duration
    if (duration < this.least) this.least = duration
    if (duration > this.most) this.most = duration
    this.add(bucketOf(duration), 1)
  }

  /** Takes over all that is in the other one. */
  merge(other: Histogram): void {
    if (other.total === 0) return
    this.total += other.total
    this.sum += other.sum
    this.least = Math.min(this.least, other.least)
    this.most = Math.max(this.most, other.most)
    other.buckets.forEach((bucket, at) => this.add(bucket, other.counts[at] ?? 0))
  }

  /** The least duration that so many percent of all do not exceed. */
  percentile(percent: number): number | undefined {
    const rank = Math.max(1, Math.ceil((percent * this.total) / 100))
    if (rank >= this.total) return this.max
    let seen = 0
    for (let at = 0; at < this.buckets.length; at++) {
      seen += this.counts[at] ?? 0
      if (seen < rank) continue
      const ms = middleOf(this.buckets[at] ?? 0)
      return Math.min(Math.max(ms, this.least), this.most)
    }
    return this.max
  }

  toJSON(): HistogramJson {
    const { buckets, counts, min = 0, max = 0, sum } = this
    return {
      min,
      max,
      sum,
      buckets: buckets.flatMap((bucket, at) => [bucket - (buckets[at - 1] ?? 0), counts[at] ?? 0])
    }
  }

  private add(bucket: number, count: number): void {
    const { buckets, counts } = this
    let low = 0
    let high = buckets.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((buckets[middle] ?? 0) < bucket) low = middle + 1
      else high = middle
    }
    if (buckets[low] === bucket) {
      counts[low] = (counts[low] ?? 0) + count
    } else {
      buckets.splice(low, 0, bucket)
      counts.splice(low, 0, count)
    }
  }
}

function bucketOf(ms: number): number {
  const us = Math.min(Math.round(ms * 1_000), LARGEST_US)
  if (us < 2 * STEPS) return us
  const shift = 31 - Math.clz32(us) - STEP_BITS
  return shift * STEPS + (us >>> shift)
}

function middleOf(bucket: number): number {
  if (bucket < 2 * STEPS) return bucket / 1_000
  const width = 2 ** (Math.floor(bucket / STEPS) - 1)
  const first = (STEPS + (bucket % STEPS)) * width
  return (first + (width - 1) / 2) / 1_000
}
