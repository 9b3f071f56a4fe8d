// One set-up at a time: two of them would install, unpack and build over each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cacheFolder } from './project.mjs'
import { say } from './report.mjs'

const file = join(cacheFolder, 'set-up.lock')

/** Waits for whoever sets up at the moment, then does `work` alone. */
export async function alone(work) {
  await acquire()
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function acquire() {
  mkdirSync(cacheFolder, { recursive: true })
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return writeFileSync(file, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readHolder()
    if (holder === undefined || !isAlive(holder)) {
      rmSync(file, { force: true }) // it was left behind
      continue
    }
    if (!hasSaid) say('set-up', `waiting for another one, process ${holder}`)
    await pause(200)
  }
}

function readHolder() {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined // released meanwhile
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
