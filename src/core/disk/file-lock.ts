/** Lets one process at a time change a file that several share: the app, and the command line. */
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { untilAborted } from '../time/until-aborted'
import { cannotWrite } from './write-target'
import { tell } from './write-watch'

/** What somebody holds for so long was left behind by a process that has ended. */
const STALE_MS = 5_000
const LONGEST_WAIT_MS = 6_000
const PAUSE_MS = 5

/** Does the work while nobody else does any on the same file. Short work only: others wait for it. */
export function whileLocked<Result>(path: string, work: () => Result): Result {
  const lock = `${path}.lock`
  take(lock, path)
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** What takes so long was left behind; nobody needs longer to renew tokens. */
const STALE_HOLD_MS = 60_000
const LONGEST_HOLD_WAIT_MS = 70_000
const HOLD_PAUSE_MS = 25

/**
 * The same for work that waits for others, such as a request: nothing stands still meanwhile. The
 * signal ends the waiting, and not the work.
 */
export async function whileHeld<Result>(
  path: string,
  work: () => Promise<Result>,
  signal: AbortSignal = new AbortController().signal
): Promise<Result> {
  const lock = `${path}.lock`
  const deadline = performance.now() + LONGEST_HOLD_WAIT_MS
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
  while (!tryToTake(lock, path, STALE_HOLD_MS)) {
    if (performance.now() > deadline) throw stuck(lock)
    await untilAborted(signal, setTimeout(HOLD_PAUSE_MS))
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock: string, path: string): void {
  const deadline = performance.now() + LONGEST_WAIT_MS
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  mkdirSync(dirname(lock), { recursive: true, mode: 0o700 })
  while (!tryToTake(lock, path, STALE_MS)) {
    if (performance.now() > deadline) throw stuck(lock)
    Atomics.wait(sleeper, 0, 0, PAUSE_MS)
  }
}

function stuck(lock: string): WorkbenchError {
  return new WorkbenchError(
    WorkbenchErrorCode.Storage,
    `Another Patchbay is writing, and does not end: ${lock} is there. Try again.`
  )
}

/** A folder that no lock can be put into is one that the file itself cannot be written to. */
function tryToTake(lock: string, path: string, staleMs: number): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      const fault = cannotWrite(path, error)
      tell(path, fault)
      throw fault
    }
    const held = statSync(lock, { throwIfNoEntry: false })
    if (held && Date.now() - held.mtimeMs > staleMs) rmSync(lock, { force: true })
    return false
  }
}
