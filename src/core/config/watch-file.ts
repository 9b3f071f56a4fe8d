/** Says when a file may have changed, whoever changed it and however: also by replacing it. */
import { unwatchFile, watch, watchFile as pollFile, type FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

const SETTLE_MS = 100
const POLL_MS = 2_000

/** Several changes at once are said once. Gives back the way to stop. */
export function watchFile(path: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, SETTLE_MS)
  }
  const stopWatching = startWatching(path, soon)
  return () => {
    clearTimeout(timer)
    stopWatching()
  }
}

function startWatching(path: string, onChange: () => void): () => void {
  const poll = (): (() => void) => {
    pollFile(path, { interval: POLL_MS, persistent: false }, onChange)
    return () => unwatchFile(path, onChange)
  }
  let watcher: FSWatcher
  try {
    // The folder, because a file that is replaced is another file.
    watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(path)) onChange()
    })
  } catch {
    return poll() // no folder yet, or no watchers left
  }
  let stop = (): void => watcher.close()
  watcher.on('error', () => {
    watcher.close()
    stop = poll()
  })
  return () => stop()
}
