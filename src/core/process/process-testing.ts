/** For tests: whether a process still runs. */
import { startTimeOf } from './survivors'

/** One that has ended may keep its number for a while, until its parent has taken note of it. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return startTimeOf(pid) !== undefined
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
