/**
 * Says which files below a folder have changed. Linux can only watch one folder at a time, so there
 * each one below is watched by itself; what is installed or hidden is never entered.
 */
import { watch, type FSWatcher } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { messageOf } from '../../shared/protocol/errors'

const MOST_FOLDERS = 2_000
const IGNORED_FOLDER = /^(?:\..+|node_modules|__pycache__|venv|site-packages)$/
/** What editors and programs leave for a moment, and what servers write themselves. */
const IGNORED_FILE =
  /^(?:\..*|#.*#|.*~|\d{4,}|.*\.(?:swp|swx|swo|tmp|temp|bak|orig|pyc|pyo|log|pid|lock|crswap|kate-swp)|.*\.tmp\..*|.*___jb_(?:old|tmp)___)$/i

export type WatchListener = {
  /** Relative to what is watched. */
  readonly onChange: (file: string) => void
  /** A whole sentence. */
  readonly onFailure: (failure: string) => void
}

/** Whether a change of it can be one of the server. */
export function isTelling(file: string): boolean {
  const parts = file.split(/[\\/]/)
  // The last one may be a folder, too: it changes whenever something in it comes or goes.
  return !IGNORED_FILE.test(parts.at(-1) ?? '') && !parts.some((part) => IGNORED_FOLDER.test(part))
}

/** Gives back the way to stop. */
export function watchFolder(root: string, listener: WatchListener): () => void {
  const onChange = (file: string): void => {
    if (isTelling(file)) listener.onChange(file)
  }
  if (process.platform === 'linux') return new EachFolder(root, { ...listener, onChange }).start()
  try {
    const watcher = watch(root, { recursive: true, persistent: false }, (_event, name) =>
      onChange(name ?? '')
    )
    watcher.on('error', (error) => listener.onFailure(failureOf(root, error)))
    return () => watcher.close()
  } catch (error) {
    listener.onFailure(failureOf(root, error))
    return () => {}
  }
}

class EachFolder {
  private readonly watchers = new Map<string, FSWatcher>()
  private hasStopped = false

  constructor(
    private readonly root: string,
    private readonly listener: WatchListener
  ) {}

  start(): () => void {
    void this.enter(this.root, false) // never rejects
    return () => {
      this.hasStopped = true
      for (const watcher of this.watchers.values()) watcher.close()
      this.watchers.clear()
    }
  }

  /** Whatever is in a folder that has just come is as new as the folder. */
  private async enter(folder: string, isNew: boolean): Promise<void> {
    if (this.hasStopped || this.watchers.has(folder)) return
    if (this.watchers.size >= MOST_FOLDERS) {
      const failure = `There are more than ${MOST_FOLDERS} folders in ${this.root}, so not all of them are watched. Choose a smaller one.`
      return this.listener.onFailure(failure)
    }
    try {
      this.watchers.set(folder, this.watch(folder))
      const entries = await readdir(folder, { withFileTypes: true })
      for (const entry of entries) {
        const path = join(folder, entry.name)
        if (!entry.isDirectory()) {
          if (isNew) this.listener.onChange(relative(this.root, path))
        } else if (!IGNORED_FOLDER.test(entry.name)) await this.enter(path, isNew)
      }
    } catch (error) {
      this.fail(folder, error)
    }
  }

  private watch(folder: string): FSWatcher {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      if (this.hasStopped || name === null) return
      const path = join(folder, name)
      this.listener.onChange(relative(this.root, path))
      if (event === 'rename' && !IGNORED_FOLDER.test(name)) void this.enterIfFolder(path)
    })
    watcher.on('error', (error) => {
      this.leave(folder)
      this.fail(folder, error)
    })
    return watcher
  }

  /** A folder below may be gone again by now, or not be for us. */
  private fail(folder: string, error: unknown): void {
    if (this.hasStopped) return
    if (folder === this.root) this.listener.onFailure(failureOf(folder, error))
    else if (isOutOfWatches(error)) {
      const failure = `Not all of ${this.root} can be watched: ${OUT_OF_WATCHES}`
      this.listener.onFailure(failure)
    }
  }

  private async enterIfFolder(path: string): Promise<void> {
    const isFolder = await readdir(path).then(
      () => true,
      () => false // a file, or gone
    )
    // One that was there before may be another one now.
    this.leave(path)
    if (isFolder) await this.enter(path, true)
  }

  private leave(folder: string): void {
    for (const [path, watcher] of this.watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue
      watcher.close()
      this.watchers.delete(path)
    }
  }
}

const OUT_OF_WATCHES =
  'the system has no watches left. Close other programs that watch files, or choose a single file.'

function isOutOfWatches(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EMFILE'
}

export function failureOf(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (isOutOfWatches(error)) return `${path} cannot be watched: ${OUT_OF_WATCHES}`
  if (code === 'ENOENT') return `${path} is not there. It is watched again as soon as it is back.`
  return `${path} cannot be watched: ${messageOf(error)}`
}
