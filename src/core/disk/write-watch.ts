/**
 * Hears how everything that we keep is written, because whoever writes it may have nobody to tell. A
 * disk that is full is found by chance, by whichever file is written next; that it has room again is
 * looked for.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { WorkbenchError } from '../../shared/protocol/errors'
import type { Clock } from '../time/clock'
import type { Problems } from '../problems/problems'

const LOOK_MS = 10_000
/** More than a small file takes. */
const PROBE_BYTES = 64 * 1024
const KEY = 'profile'
/** What is about the folder or the disk, and so is over when anything can be written there. */
const OF_THE_FOLDER = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'])

type Told = (path: string, error: WorkbenchError | undefined) => void
const listeners = new Set<Told>()

/** Passes on what `work` gives or throws. */
export function heard<Result>(path: string, work: () => Result): Result {
  try {
    const result = work()
    tell(path, undefined)
    return result
  } catch (error) {
    tell(path, error)
    throw error
  }
}

export function tell(path: string, error: unknown): void {
  if (error !== undefined && !(error instanceof WorkbenchError)) return
  for (const listener of listeners) listener(path, error)
}

export type WriteWatchOptions = {
  /** What is written elsewhere is where the person wanted it, and they are told there. */
  readonly folder: string
  readonly clock: Clock
  readonly problems: Problems
}

export class WriteWatch {
  /** What could not be written last time. */
  private readonly faults = new Map<string, WorkbenchError>()
  private stopTimer = (): void => {}
  private readonly listener: Told = (path, error) => this.hear(path, error)

  constructor(private readonly options: WriteWatchOptions) {
    listeners.add(this.listener)
  }

  stop(): void {
    listeners.delete(this.listener)
    this.stopTimer()
  }

  private hear(path: string, error: WorkbenchError | undefined): void {
    if (relative(this.options.folder, path).startsWith('..')) return
    if (error) this.faults.set(path, error)
    else if (!this.faults.delete(path)) return
    this.report()
  }

  private report(): void {
    const { folder, clock, problems } = this.options
    const [path, fault] = [...this.faults].at(-1) ?? []
    this.stopTimer()
    if (!fault || path === undefined) return problems.hold(KEY, undefined)
    problems.hold(KEY, {
      kind: 'storage',
      message: fault.message,
      action: { kind: 'reveal', path: folder, isEnough: false }
    })
    this.stopTimer = clock.after(LOOK_MS, () => this.look())
  }

  private look(): void {
    for (const [path, { details }] of this.faults) {
      const { code = '' } = (details ?? {}) as { readonly code?: string }
      if (OF_THE_FOLDER.has(code) && canWriteBeside(path)) this.faults.delete(path)
    }
    this.report()
  }
}

function canWriteBeside(path: string): boolean {
  const probe = join(dirname(path), `.room-${process.pid}.new`)
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true })
    return true
  } catch {
    return false // it is looked for again
  } finally {
    removeQuietly(probe)
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A folder that may not be written to holds none.
  }
}
