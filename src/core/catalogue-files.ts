/** Keeps what the person saw of each catalogue in files of the profile, one for each server. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../shared/errors'
import type { ServerId } from '../shared/ids'
import type { CatalogueStorage } from './catalogue-memory'
import { writeAtomically } from './config/atomic-write'

const LIMIT_BYTES = 16 * 1024 * 1024
/** Of servers that are there no more, the ones that were seen last are still known. */
const MOST_FILES = 300

export function catalogueFiles(
  folder: string,
  complain: (message: string) => void
): CatalogueStorage {
  const fileOf = (serverId: ServerId): string =>
    join(folder, `${createHash('sha256').update(serverId).digest('hex').slice(0, 32)}.json`)
  return {
    read: (serverId) => readIfThere(fileOf(serverId), complain),
    write: (serverId, text) => {
      try {
        writeAtomically(fileOf(serverId), text)
        removeOldest(folder)
      } catch (error) {
        complain(messageOf(error))
      }
    },
    remove: (serverId) => {
      try {
        rmSync(fileOf(serverId), { force: true })
      } catch (error) {
        complain(messageOf(error))
      }
    }
  }
}

function readIfThere(path: string, complain: (message: string) => void): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return undefined
    if (!found.isFile() || found.size > LIMIT_BYTES) throw new Error('it is not one of ours')
    return readFileSync(path, 'utf8')
  } catch (error) {
    complain(`Cannot read ${path}: ${messageOf(error)}`)
    // What was there is not known; that is something else than that there was nothing.
    return ''
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  if (files.length <= MOST_FILES) return
  const byAge = files
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => a.time - b.time)
  for (const { path } of byAge.slice(0, files.length - MOST_FILES)) rmSync(path, { force: true })
}
