/** Keeps exports out of the profile, where they would take the place of what Patchbay keeps itself. */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { wayTo } from './write-target'

/** Throws for a file in the profile, also when a link leads there. */
export function expectOutside(profile: string, path: string): void {
  const home = real(profile)
  const isInside = stepsTo(path).some((step) => {
    const way = relative(home, join(real(dirname(step)), basename(step)))
    return way !== '..' && !way.startsWith('../') && !way.startsWith('..\\') && !isAbsolute(way)
  })
  if (!isInside) return
  throw new WorkbenchError(
    WorkbenchErrorCode.InvalidInput,
    `${path} is in the folder where Patchbay keeps its own files (${profile}). Choose another place.`
  )
}

/** The path itself, and each place that links lead to from there. */
function stepsTo(path: string): readonly string[] {
  try {
    return wayTo(path)
  } catch {
    return [path] // nothing can be written there, and whoever tries says why
  }
}

/** Of a folder that is not there yet: as it is written. */
function real(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder // whoever writes there says what is wrong
  }
}
