/** Says when a file or folder has changed, for as long as it is there, and when it is back. */
import { realpathSync, statSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { WatchTarget } from '../../shared/traffic/watch'
import type { Clock } from '../time/clock'
import { failureOf, watchFolder, type WatchListener } from './watch-folder'

const SETTLE_MS = 200
const POLL_MS = 500

export type TargetListener = {
  /** Once for all that changed at about the same time; the file that changed last. */
  readonly onChange: (file: string) => void
  /** A whole sentence; undefined when nothing is wrong any more. */
  readonly onFailure: (failure: string | undefined) => void
}

/** Gives back the way to stop. */
export function watchTarget(
  target: WatchTarget,
  clock: Clock,
  listener: TargetListener
): () => void {
  const watching = new Watching(target, clock, listener)
  watching.begin()
  return () => watching.stop()
}

class Watching {
  private stopWatching = (): void => {}
  private stopWaiting = (): void => {}
  private changed = ''
  /** The folder that is watched, by its number: another one may have its name by now. */
  private inode: bigint | undefined

  constructor(
    private readonly target: WatchTarget,
    private readonly clock: Clock,
    private readonly listener: TargetListener
  ) {}

  begin(): void {
    const { kind, path } = this.target
    this.stopWatching()
    // What a link leads to changes, and not the link.
    const real = realPathOf(path)
    if (kindOf(path) !== kind || real === undefined) return this.waitFor()
    this.listener.onFailure(undefined)
    const listener: WatchListener = {
      onChange: (file) => this.soon(file),
      onFailure: (failure) => this.listener.onFailure(failure)
    }
    this.inode = this.currentInode()
    this.stopWatching = kind === 'file' ? watchOne(real, listener) : watchFolder(real, listener)
  }

  stop(): void {
    this.stopWaiting()
    this.stopWatching()
  }

  private soon(file: string): void {
    this.changed = file
    this.stopWaiting()
    this.stopWaiting = this.clock.after(SETTLE_MS, () => this.settle())
  }

  /** Editors write a file by taking it away and putting another in its place. */
  private settle(): void {
    const { kind, path } = this.target
    if (kindOf(path) !== kind) return this.waitFor()
    if (this.inode !== this.currentInode()) this.begin()
    this.listener.onChange(this.changed)
  }

  private currentInode(): bigint | undefined {
    const { kind, path } = this.target
    return inodeOf(kind === 'file' ? dirname(realPathOf(path) ?? path) : path)
  }

  private waitFor(): void {
    const { kind, path } = this.target
    this.stopWatching()
    this.listener.onFailure(failureOf(path, { code: 'ENOENT' }))
    const lookLater = (): void => {
      this.stopWatching = this.clock.after(POLL_MS, () => {
        if (kindOf(path) !== kind) return lookLater()
        this.begin()
        this.soon(basename(path))
      })
    }
    lookLater()
  }
}

/** Its folder, because a file that is replaced is another file; that folder may be replaced, too. */
function watchOne(path: string, { onChange, onFailure }: WatchListener): () => void {
  const [folder, name] = [dirname(path), basename(path)]
  const inode = inodeOf(folder)
  let watcher: FSWatcher
  try {
    watcher = watch(folder, { persistent: false }, (event, changed) => {
      const isFolder = event === 'rename' && changed === basename(folder)
      const isReplaced = isFolder && inodeOf(folder) !== inode
      if (changed === name || changed === null || isReplaced) onChange(name)
    })
  } catch (error) {
    onFailure(failureOf(path, error))
    return () => {}
  }
  watcher.on('error', (error) => onFailure(failureOf(path, error)))
  return () => watcher.close()
}

/** Undefined for what is not there, and for what is neither. */
function kindOf(path: string): WatchTarget['kind'] | undefined {
  try {
    const found = statSync(path)
    if (found.isFile()) return 'file'
    return found.isDirectory() ? 'folder' : undefined
  } catch {
    return undefined // not there, or not for us
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined // it is gone
  }
}

function inodeOf(folder: string): bigint | undefined {
  return statSync(folder, { bigint: true, throwIfNoEntry: false })?.ino
}
