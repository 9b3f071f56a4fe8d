/**
 * Asks whether this is the only app with its profile. Chromium kills the one that runs if that does not
 * answer for 20 s, with all its sessions. A thread gives up before that, because the question blocks ours.
 */
import { app } from 'electron'
import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const PATIENCE_MS = 10_000

const GIVE_UP = `
const { writeSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
setTimeout(() => {
  writeSync(2, workerData.message)
  process.kill(process.pid, 'SIGKILL')
}, workerData.ms)
`

/** Ends this process with a sentence where the app that runs does not answer. */
export async function isFirstStart(profile: string): Promise<boolean> {
  if (!isHeld(profile)) return app.requestSingleInstanceLock()
  const seconds = PATIENCE_MS / 1_000
  const message = `Patchbay is running already with this profile, and has not answered for ${seconds} s. It was left alone: wait until it answers, or end it yourself.\n`
  const watch = new Worker(GIVE_UP, { eval: true, workerData: { message, ms: PATIENCE_MS } })
  try {
    return app.requestSingleInstanceLock()
  } finally {
    // A process that exits while the thread is still starting aborts.
    await watch.terminate()
  }
}

/** Whether an app has, or had, this profile. Elsewhere than here there is no such link, and no killing. */
function isHeld(profile: string): boolean {
  try {
    return readlinkSync(join(profile, 'SingletonLock')) !== ''
  } catch {
    return false // there is none
  }
}
