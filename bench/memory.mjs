// What all of the app holds at rest: with no server open, and then with as many as a person may have.
import { execFile as execFileWithCallback } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inProject } from '../scripts/project.mjs'
import { Figures } from './figures.mjs'
import { MEMORY } from './goals.mjs'
import { median } from './median.mjs'
import { inLongTurns } from './rounds.mjs'
import { Soak } from './soak/soak.mjs'
import { onDisplay } from './window/app.mjs'

const execFile = promisify(execFileWithCallback)
const SERVERS = 18
const TOOLS = 30
/** The app is at rest once so many looks in a row are this close to each other. */
const LOOKS = 8
const CLOSE = 1.01
const LOOK_MS = 1_000
const LONGEST_MS = 120_000

/** Each round starts each build anew; looked at is what runs, so every build is measured alike. */
export function measureMemory(builds, { longRounds }) {
  return onDisplay(async ({ launchPatchbay }) => {
    const figures = new Figures()
    await inLongTurns(builds, longRounds, async ({ name, folder }) => {
      const servers = manyServers()
      const app = await launchPatchbay(servers, { app: folder })
      try {
        const window = await app.firstWindow()
        await window.getByRole('navigation', { name: 'Servers' }).waitFor()
        const soak = await Soak.begin(app, window)
        const without = await atRest(app)
        await soak.open(Object.keys(servers))
        await expectOpen(window)
        const held = await atRest(app)
        figures.note(name, 'no server open', MEMORY.held, without)
        figures.note(name, `${SERVERS} servers open`, MEMORY.held, held)
        figures.note(name, 'in multiples of none', MEMORY.beside, held / without)
      } finally {
        await app.close()
      }
    })
    return figures
  })
}

function manyServers() {
  const server = {
    command: process.execPath,
    args: [inProject('bench/window/server.mjs'), String(TOOLS)]
  }
  const names = Array.from({ length: SERVERS }, (_, index) => `server ${index + 1}`)
  return Object.fromEntries(names.map((name) => [name, server]))
}

/** A server that did not open would hold nothing. */
async function expectOpen(window) {
  const phases = await window.evaluate(async () => {
    const sessions = await globalThis.soak.ask('sessions.list')
    return sessions.map(({ state }) => state.phase)
  })
  const ready = phases.filter((phase) => phase === 'ready').length
  if (ready !== SERVERS) throw new Error(`${ready} of ${SERVERS} servers are open.`)
}

/** In megabytes, once it does not change any more. */
async function atRest(app) {
  const looks = []
  for (let tookMs = 0; tookMs < LONGEST_MS; tookMs += LOOK_MS) {
    await pause(LOOK_MS)
    looks.push(await memoryOf(app))
    const last = looks.slice(-LOOKS)
    if (last.length === LOOKS && Math.max(...last) <= CLOSE * Math.min(...last)) return median(last)
  }
  throw new Error(`The memory of the app still changed after ${LONGEST_MS / 1_000} s.`)
}

/** Of all processes of the app; the servers are not ours. */
async function memoryOf(app) {
  const pids = await app.evaluate(({ app: it }) => it.getAppMetrics().map(({ pid }) => pid))
  if (process.platform === 'linux') {
    return pids.reduce((sum, pid) => sum + shareOf(pid), 0) / 1024
  }
  const { stdout } = await execFile('ps', ['-o', 'rss=', '-p', pids.join(',')])
  return stdout.split('\n').reduce((sum, line) => sum + Number(line), 0) / 1024
}

/** In kilobytes. What several processes share counts once. */
function shareOf(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  } catch {
    return 0 // it has ended meanwhile
  }
}
