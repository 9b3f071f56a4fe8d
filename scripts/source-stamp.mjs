// Says whether a build still comes from the sources that are there, without reading them each time.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'src',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json'
]
/** The clock of a file system may be behind ours by one of its ticks. */
const TICK_MS = 20

/** What a build is about to be made from: keep it, and write it as the stamp of that build. */
export function readSources(folder) {
  return { hash: hashOf(folder), readAtMs: Date.now() - TICK_MS }
}

export function writeStamp(stamp, { hash, readAtMs }) {
  writeFileSync(stamp, hash)
  setTime(stamp, readAtMs)
}

/**
 * Every change to a file or a folder sets its change time, which no program can set back. So the
 * sources are read only if one of them has changed since they were read last: reading all of them
 * takes ten times as long as asking for their times.
 */
export function isStampCurrent(stamp, folder) {
  const readAtMs = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs
  if (readAtMs === undefined) return false
  if (lastChangeMs(folder) < readAtMs) return true
  const now = readSources(folder)
  if (readFileSync(stamp, 'utf8') !== now.hash) return false
  setTime(stamp, now.readAtMs)
  return true
}

function setTime(stamp, ms) {
  try {
    utimesSync(stamp, ms / 1000, ms / 1000)
  } catch {
    // Not our file to change: the sources are read again the next time.
  }
}

function lastChangeMs(folder) {
  let last = 0
  const see = (path) => (last = Math.max(last, statSync(path).ctimeMs))
  for (const source of SOURCES) see(join(folder, source))
  for (const { isFolder, path } of entriesUnder(join(folder, 'src'))) {
    if (isFolder || !isTest(path)) see(path)
  }
  return last
}

function hashOf(folder) {
  const hash = createHash('sha256')
  const files = [...entriesUnder(join(folder, 'src'))]
    .filter(({ isFolder, path }) => !isFolder && !isTest(path))
    .map(({ path }) => path.slice(folder.length + 1))
    .sort()
  for (const file of [...files, ...SOURCES.slice(1)]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex')
}

function* entriesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isFolder = entry.isDirectory()
    yield { path, isFolder }
    if (isFolder) yield* entriesUnder(path)
  }
}

function isTest(path) {
  return /\.test\.tsx?$/.test(path)
}
