import { basename } from 'node:path'

const LONGEST = 200

/** What a server is called that only the command line names. */
export function shortName(name: string): string {
  return name.slice(0, LONGEST) || 'server'
}

export function nameOfProcess(command: string): string {
  return shortName(basename(command))
}
