/**
 * Finds and ends what servers have started and left behind, by a mark in its environment. Sees only
 * what /proc shows, so it finds nothing but on Linux, nor a process that was given a new environment.
 */
import { readFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { settlesWithin, systemClock } from '../time/clock'

/** In the environment of a server, and so of everything that it starts. */
export const MARK_NAME = 'PATCHBAY_SERVER'

export type Marked = {
  readonly pid: number
  readonly mark: string
  /** Numbers are given again; with this, it is this process and no other. */
  readonly startedAt: string
}

const AT_ONCE = 8
const ENVIRONMENT_LIMIT_BYTES = 4 * 1024 * 1024
const BLOCK_BYTES = 16 * 1024
/** A process can make its environment slow to read. */
const PASS_LIMIT_MS = 5_000
/** What is being ended may start more in the meantime. */
const ROUNDS = 20

let running: Promise<readonly Marked[]> | undefined
let next: Promise<readonly Marked[]> | undefined

/** The processes that carry one of the marks. Those who ask at the same time share one look. */
export async function processesWithMark(marks: ReadonlySet<string>): Promise<readonly Marked[]> {
  if (process.platform !== 'linux' || marks.size === 0) return []
  const all = await freshPass()
  return all.filter(({ mark }) => marks.has(mark))
}

/** Ends every process that carries one of the marks, and says which they were. */
export async function endMarked(marks: ReadonlySet<string>): Promise<readonly Marked[]> {
  const ended = new Map<number, Marked>()
  for (let round = 0; round < ROUNDS; round++) {
    const found = await processesWithMark(marks)
    if (found.length === 0) break
    for (const one of found) {
      if (startTimeOf(one.pid) === one.startedAt && end(one.pid)) ended.set(one.pid, one)
    }
  }
  return [...ended.values()]
}

/** When a process started, counted by the kernel from its boot on; undefined once it has ended. */
export function startTimeOf(pid: number): string | undefined {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // The name in parentheses may have spaces and parentheses itself; the third field follows it.
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const ticks = rest[18]
  if (ticks === undefined || state === 'Z' || state === 'X') return undefined
  const boot = orUndefined(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim())
  return `${boot ?? 'unknown'} ${ticks}`
}

/** A look that is under way has passed some processes already, so it is the next one that counts. */
function freshPass(): Promise<readonly Marked[]> {
  if (!running) {
    running = pass().finally(() => (running = undefined))
    return running
  }
  next ??= running.then(() => {
    next = undefined
    return freshPass()
  })
  return next
}

/** Never rejects. */
async function pass(): Promise<readonly Marked[]> {
  const found: Marked[] = []
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const look = async (): Promise<void> => {
    for (let pid = pids.pop(); pid !== undefined; pid = pids.pop()) {
      const marked = pid === process.pid ? undefined : await markedProcess(pid)
      if (marked) found.push(marked)
    }
  }
  const all = Promise.all(Array.from({ length: AT_ONCE }, look))
  await settlesWithin(systemClock, PASS_LIMIT_MS, all)
  pids.length = 0
  return [...found]
}

/** Looks before and after it reads the start time, so that both are of the same process. */
async function markedProcess(pid: number): Promise<Marked | undefined> {
  const mark = markIn(await environmentOf(pid))
  if (mark === undefined) return undefined
  const startedAt = startTimeOf(pid)
  const isSame = markIn(await environmentOf(pid)) === mark
  return isSame && startedAt !== undefined ? { pid, mark, startedAt } : undefined
}

/** Empty for a process that has gone, or is not ours to look at. */
async function environmentOf(pid: number): Promise<Buffer> {
  const file = await open(`/proc/${pid}/environ`).catch(() => undefined)
  if (!file) return Buffer.alloc(0)
  const blocks: Buffer[] = []
  try {
    for (let at = 0; at < ENVIRONMENT_LIMIT_BYTES;) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES)
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, at)
      if (bytesRead === 0) break
      blocks.push(block.subarray(0, bytesRead))
      at += bytesRead
    }
  } catch {
    return Buffer.alloc(0) // it ended while we looked
  } finally {
    await file.close().catch(() => {}) // a process that has ended has nothing to close
  }
  return Buffer.concat(blocks)
}

function markIn(environment: Buffer): string | undefined {
  const before = `\0${MARK_NAME}=`
  const text = `\0${environment.toString('latin1')}\0`
  const at = text.indexOf(before)
  return at === -1 ? undefined : text.slice(at + before.length, text.indexOf('\0', at + 1))
}

function end(pid: number): boolean {
  return orUndefined(() => process.kill(pid, 'SIGKILL')) ?? false
}

/** Processes come and go while one looks at them. */
function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined // it has gone
  }
}
