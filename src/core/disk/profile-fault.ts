import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../shared/protocol/errors'

/** What keeps us from writing into the folder; undefined when nothing does. */
export function profileFault(folder: string): string | undefined {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeSync(openSync(probe, 'wx', 0o600))
    rmSync(probe)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
