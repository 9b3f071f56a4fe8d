/**
 * Moves the calls of an older profile, which kept each in two files, into the table of calls. What
 * cannot be understood stays in its folder, under another name.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fromJson } from '../../shared/json/json'
import type { KeepCall } from './rows/call-table'
import { StoredOutcome, StoredRow } from './stored-call'

const ROW = '.call.json'
const REST = '.outcome.json'
/** Where the older version put what was removed, until its next start. */
const REMOVED = 'removed'
/** More than the longest outcome and arguments take together. */
const LIMIT_BYTES = 24 * 1024 * 1024

export type HistoryImport = {
  readonly keep: (calls: readonly KeepCall[]) => void
  readonly tell: (message: string, aside: string) => void
  readonly now: () => number
}

/** Does nothing where there is no such folder. The folder goes only when all of it is in the table. */
export function importHistory(folder: string, { keep, tell, now }: HistoryImport): void {
  let unread = 0
  const calls: KeepCall[] = []
  for (const scope of scopesIn(folder)) {
    const names = namesIn(join(folder, scope)).filter((name) => name.endsWith(ROW))
    for (const name of names) {
      const call = readCall(join(folder, scope, name.slice(0, -ROW.length)), scope)
      if (call) calls.push(call)
      else unread += 1
    }
  }
  keep(calls.sort((one, other) => one.startedAt - other.startedAt))
  if (unread === 0) return rmSync(folder, { recursive: true, force: true })
  const aside = `${folder}-unread-${now()}`
  renameSync(folder, aside)
  const what = unread === 1 ? '1 call' : `${unread} calls`
  tell(`${what} of the history could not be read. All its files were kept in ${aside}.`, aside)
}

/** A folder for each server, and in it one for each tool. */
function scopesIn(folder: string): readonly string[] {
  const servers = namesIn(folder).filter((name) => name !== REMOVED)
  return servers.flatMap((server) =>
    namesIn(join(folder, server)).map((tool) => `${server}/${tool}`)
  )
}

function readCall(stem: string, scope: string): KeepCall | undefined {
  try {
    const row = readText(stem + ROW)
    const rest = readText(stem + REST)
    const { callId: id, startedAt, isPinned, name } = StoredRow.parse(fromJson(row))
    StoredOutcome.parse(fromJson(rest))
    return { id, scope, startedAt, row, rest, isPinned, ...(name !== undefined && { name }) }
  } catch {
    return undefined // it is counted, and its file is kept
  }
}

function readText(path: string): string {
  if (statSync(path).size > LIMIT_BYTES) throw new Error(`${path} is too large.`)
  return readFileSync(path, 'utf8')
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // there is none, or it is a file
  }
}
