/** What is different in a definition since it was trusted, line by line. */
import type { DefinitionLine } from '../../shared/question/prompt'
import { shownLine, type SnapshotLine, type TrustSnapshot, type WrittenLine } from './trust'

const ARGUMENT = /^argument \d+$/
/** Comparing each with each; beyond this many arguments they are compared by their place. */
const MOST_ALIGNED = 400

type Pair = { readonly now?: WrittenLine; readonly before?: SnapshotLine }

/** Lines that are gone come where they were, with no text of their own. */
export function differencesOf(
  now: readonly WrittenLine[],
  snapshot: TrustSnapshot
): readonly DefinitionLine[] {
  const isSame = (line: WrittenLine, before: SnapshotLine): boolean =>
    before.digest === undefined
      ? line.written === before.text
      : snapshot.digestOf(line.written) === before.digest
  return pairsOf(now, snapshot.lines, isSame).map(({ now: line, before }) => {
    if (!line) return lostLine(before)
    const shown = shownLine(line)
    if (!before) return { ...shown, change: { kind: 'added' } }
    if (isSame(line, before)) return shown
    const earlier = before.text === line.text ? `${before.text} (another value)` : before.text
    return { ...shown, change: { kind: 'changed', before: earlier } }
  })
}

function lostLine(before: SnapshotLine | undefined): DefinitionLine {
  const { label, text } = before ?? { label: '', text: '' }
  return { label, text: '', change: { kind: 'removed', before: text } }
}

function pairsOf(
  now: readonly WrittenLine[],
  before: readonly SnapshotLine[],
  isSame: (line: WrittenLine, before: SnapshotLine) => boolean
): readonly Pair[] {
  const pairs: Pair[] = []
  const nowArguments = now.filter(({ label }) => ARGUMENT.test(label))
  const beforeArguments = before.filter(({ label }) => ARGUMENT.test(label))
  const canAlign = Math.max(nowArguments.length, beforeArguments.length) <= MOST_ALIGNED
  const argumentPairs = canAlign
    ? alignedPairs(nowArguments, beforeArguments, isSame)
    : pairsByPlace(nowArguments, beforeArguments)
  const others = now.filter(({ label }) => !ARGUMENT.test(label))
  for (const line of others) {
    const match = before.find(({ label }) => label === line.label)
    pairs.push({ now: line, ...(match && { before: match }) })
    if (line.label === 'command') pairs.push(...argumentPairs)
  }
  // A server that was a process and is an address now has lost its arguments too.
  if (!others.some(({ label }) => label === 'command')) pairs.push(...argumentPairs)
  const kept = new Set(now.map(({ label }) => label))
  for (const line of before) {
    if (!ARGUMENT.test(line.label) && !kept.has(line.label)) pairs.push({ before: line })
  }
  return pairs
}

function pairsByPlace(
  now: readonly WrittenLine[],
  before: readonly SnapshotLine[]
): readonly Pair[] {
  return Array.from({ length: Math.max(now.length, before.length) }, (_, index) => ({
    ...(now[index] && { now: now[index] }),
    ...(before[index] && { before: before[index] })
  }))
}

/** Keeps the longest run of equal arguments together, so that one put in front is one change. */
function alignedPairs(
  now: readonly WrittenLine[],
  before: readonly SnapshotLine[],
  isSame: (line: WrittenLine, before: SnapshotLine) => boolean
): readonly Pair[] {
  const lengths = now.map(() => before.map(() => 0))
  const lengthAt = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  for (let row = now.length - 1; row >= 0; row -= 1) {
    for (let column = before.length - 1; column >= 0; column -= 1) {
      const line = now[row]
      const earlier = before[column]
      const length =
        line && earlier && isSame(line, earlier)
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
      const cells = lengths[row]
      if (cells) cells[column] = length
    }
  }
  const pairs: Pair[] = []
  let added: WrittenLine[] = []
  let lost: SnapshotLine[] = []
  const flush = (): void => {
    pairs.push(...pairsByPlace(added, lost))
    added = []
    lost = []
  }
  for (let row = 0, column = 0; row < now.length || column < before.length;) {
    const line = now[row]
    const earlier = before[column]
    if (line && earlier && isSame(line, earlier)) {
      flush()
      pairs.push({ now: line, before: earlier })
      row += 1
      column += 1
    } else if (line && (!earlier || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      added.push(line)
      row += 1
    } else if (earlier) {
      lost.push(earlier)
      column += 1
    }
  }
  flush()
  return pairs
}
