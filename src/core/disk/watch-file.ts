/** Says when a file may have changed, whoever changed it and however: also by replacing it. */
import { unwatchFile, watch, watchFile as pollFile, type FSWatcher } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { wayTo } from './write-target'

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

/** Every link on the way to the file is watched too: what it leads to may be another file at any time. */
function startWatching(path: string, onChange: () => void): () => void {
  const watched = new Map<string, () => void>()
  const follow = (): void => {
    const way = linksOf(path)
    for (const [place, stop] of watched) {
      if (way.includes(place)) continue
      stop()
      watched.delete(place)
    }
    for (const place of way) if (!watched.has(place)) watched.set(place, watchPlace(place, see))
  }
  const see = (): void => {
    follow()
    onChange()
  }
  follow()
  return () => watched.forEach((stop) => stop())
}

function linksOf(path: string): readonly string[] {
  try {
    return wayTo(path)
  } catch {
    return [resolve(path)] // it leads nowhere, or is being changed right now
  }
}

function watchPlace(path: string, onChange: () => void): () => void {
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
