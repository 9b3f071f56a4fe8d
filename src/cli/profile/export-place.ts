/** Where a command may write a file that somebody has named. */
import { statSync } from 'node:fs'
import { expectOutside } from '../../core/disk/export-place'
import { messageOf } from '../../shared/protocol/errors'
import { wrongUsage } from '../output/usage'

/** Refuses a file that is there already, unless it is to be replaced, and any in the profile. */
export function expectPlace(
  { out, isForced }: { readonly out: string; readonly isForced: boolean },
  profile: string
): void {
  expectOutsideProfile(out, profile)
  if (!isForced && statSync(out, { throwIfNoEntry: false })?.isFile() === true) {
    throw wrongUsage(`${out} is there already. To replace it, add --force.`)
  }
}

export function expectOutsideProfile(path: string, profile: string): void {
  try {
    expectOutside(profile, path)
  } catch (error) {
    throw wrongUsage(messageOf(error))
  }
}
