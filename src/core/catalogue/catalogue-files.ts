/** Keeps what the person saw of each catalogue in files of the profile, one for each server. */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { CatalogueStorage } from './catalogue-memory'
import { systemClock } from '../time/clock'
import { StateFile, type Loss, type StateFileOptions } from '../disk/state-file'
import { SeenFile } from './seen-items'

/** Of servers that are there no more, the ones that were seen last are still known. */
const MOST_FILES = 300

export type CatalogueFilesOptions = Pick<StateFileOptions<SeenFile>, 'isReader' | 'repaired'> & {
  readonly complain: (message: string) => void
  readonly onLoss: (loss: Loss, serverId: ServerId) => void
}

export function catalogueFiles(folder: string, options: CatalogueFilesOptions): CatalogueStorage {
  const { complain, onLoss, isReader, repaired } = options
  const pathOf = (serverId: ServerId): string =>
    join(folder, `${createHash('sha256').update(serverId).digest('hex').slice(0, 32)}.json`)
  const fileOf = (serverId: ServerId): StateFile<typeof SeenFile> =>
    new StateFile(pathOf(serverId), SeenFile, {
      clock: systemClock,
      isReader,
      isCompact: true,
      repaired,
      onLoss: (loss) => onLoss(loss, serverId)
    })
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      complain(messageOf(error))
    }
  }
  return {
    read: (serverId) => fileOf(serverId).read(),
    write: (serverId, seen) =>
      attempt(() => {
        fileOf(serverId).update(() => seen)
        removeOldest(folder)
      }),
    remove: (serverId) => attempt(() => rmSync(pathOf(serverId), { force: true }))
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
