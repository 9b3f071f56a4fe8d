// A million frames through the app, or as many as are wanted: how many are lost, what they cost, and
// how the list of them can be used.
import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inProject, nodeEnvironment, run } from '../scripts/project.mjs'
import { SetUpError } from '../scripts/report.mjs'
import { Figures } from './figures.mjs'
import { clickRow, preparePage, scrollFor, typeFilter, waitForEntries } from './flood/in-page.mjs'
import { Watch } from './flood/watch.mjs'
import { floodGoals } from './goals.mjs'
import { median } from './median.mjs'
import { inLongTurns } from './rounds.mjs'
import { onDisplay, openServer } from './window/app.mjs'
import { busiestTask } from './window/busy.mjs'
import { longestTask, watchTasks } from './window/measuring.mjs'

const SERVER = inProject('bench/flood/server.mjs')
const LONGEST_MS = 600_000
const SCROLL_MS = 4_000
const A_ROW = 24
const TRIES = 5
/** Of more than a million frames, what is kept usually would be the newest only. */
const ROOM_MB = 10_000

/** Each flood is one of an app that was started for it, with a profile of its own. */
export function measureFlood(builds, { longRounds, frames }) {
  return onDisplay(async (display) => {
    const figures = new Figures()
    const goals = floodGoals(frames)
    await inLongTurns(builds, longRounds, async ({ name, folder }) => {
      const note = (title, goal, value) => figures.note(name, title, goals[goal], value)
      const profile = display.newProfile()
      const preferences = { trafficMegabytes: ROOM_MB }
      writeFileSync(join(profile, 'preferences.json'), JSON.stringify(preferences))
      const args = [SERVER, String(frames)]
      const flood = { command: process.execPath, args, timeout: LONGEST_MS }
      const app = await display.launchPatchbay({ flood }, { app: folder, profile })
      try {
        await measureApp(app, profile, frames, note)
        const cli = join(folder, 'out', 'main', 'cli.js')
        await measureExport({ ...display, cli, profile, frames }, note)
      } finally {
        await app.close()
        rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
      }
    })
    return figures
  })
}

async function measureApp(app, profile, frames, note) {
  const pipeMs = await timeOfPipe(frames)
  note('a plain pipe takes', 'took', pipeMs / 1_000)
  const window = await app.firstWindow()
  await openServer(window, 'flood')
  await window.getByRole('option', { name: /^flood\b/ }).click()
  await watchTasks(window)
  await preparePage(window)
  const busy = async (what, act) => {
    const { value, busyMs } = await busiestTask(app, profile, act)
    note(`longest task, ${what}`, 'task', await longestTask(window))
    note(`at work in the busiest one, ${what}`, 'work', busyMs)
    return value
  }
  await busy('flood', () => floodOnce(app, window, { pipeMs, frames }, note))
  await measureFilter(window, busy, frames, note)
  await measureScroll(window, busy, note)
  const clicks = await busy('a click on a row', async () => {
    const times = []
    for (let row = 0; row < TRIES; row++) times.push(await clickRow(window, row))
    return times
  })
  note('a click on a row to its detail', 'click', median(clicks))
}

/** The same bytes, counted by somebody who does nothing else. */
async function timeOfPipe(frames) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [SERVER, String(frames), 'now'], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  child.stdout.resume()
  await new Promise((resolve) => child.once('close', resolve))
  return performance.now() - startedAt
}

async function floodOnce(app, window, { pipeMs, frames }, note) {
  const watch = await Watch.begin(app, window)
  const pane = window.getByRole('article', { name: 'flood', exact: true })
  const startedAt = performance.now()
  await pane.getByRole('button', { name: 'Call', exact: true }).click()
  await window.getByText(`sent ${frames}`, { exact: true }).first().waitFor({ timeout: LONGEST_MS })
  note('answered, after all of them', 'took', (performance.now() - startedAt) / 1_000)
  await waitForEntries(window, frames, LONGEST_MS)
  const recordedMs = performance.now() - startedAt
  note('recorded and listed', 'took', recordedMs / 1_000)
  note('in multiples of the plain pipe', 'besidePipe', recordedMs / pipeMs)
  const { mainGrowth, pageMost } = await watch.end()
  note('memory of main, growth at most', 'memory', mainGrowth)
  note('heap of the page, at most', 'memory', pageMost)
}

async function measureFilter(window, busy, frames, note) {
  const last = `common ${frames - 1}.`
  const filters = {
    'filter by a text, 1 in 1,000': ['marked', 'marked'],
    'filter by a text, one before the last': [`"${last}"`, last],
    'filter by a pattern, 1 in 1,000': ['/mark[a-e]d/', 'marked'],
    'filter by a text, nearly all': ['"info"', '']
  }
  for (const [what, [text, shown]] of Object.entries(filters)) {
    const times = await busy(what, async () => {
      const found = []
      for (let round = 0; round < TRIES; round++) {
        found.push(await typeFilter(window, text, shown))
        await typeFilter(window, '')
      }
      return found
    })
    note(`first page, ${what}`, 'firstPage', median(times.map(({ shownMs }) => shownMs)))
    note(`all, ${what}`, 'allFound', median(times.map(({ doneMs }) => doneMs)))
  }
}

async function measureScroll(window, busy, note) {
  await typeFilter(window, '"info"')
  await longestTask(window)
  const still = await scrollFor(window, SCROLL_MS, 0)
  note('frames of a still window, p95 apart', 'still', still.p95)
  const speeds = { 'a row a frame': A_ROW, 'ten rows a frame': 240, 'a page a frame': 5_000 }
  for (const [what, pixels] of Object.entries(speeds)) {
    const { p95, late } = await busy(`scrolling ${what}`, () =>
      scrollFor(window, SCROLL_MS, pixels)
    )
    // Further than ten rows a frame nobody reads, and the goal is for those that somebody does.
    const goal = pixels === A_ROW ? 'scrolling' : 'scrollingFast'
    note(`scrolling ${what}, filtered, p95 beside the still window`, goal, p95 / still.p95)
    note(`frames late, scrolling ${what}`, 'late', late)
  }
}

/** Reads all of it as another program would, while the app is still running. */
async function measureExport({ executable, cli, profile, frames }, note) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-export-'))
  const out = join(folder, 'exported.jsonl')
  try {
    const args = [cli, 'traffic', 'export', out, '--profile', profile]
    const startedAt = performance.now()
    const { code, output } = await run(executable, args, { env: nodeEnvironment() })
    if (code !== 0) throw new SetUpError(`The traffic could not be exported:\n${output}`)
    note('exported by the command line', 'exported', (performance.now() - startedAt) / 1_000)
    note('lost or out of order', 'lost', await countWrong(out, frames))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Entries follow each other without gaps, and so do the numbers that the server gave its frames. */
async function countWrong(path, frames) {
  let wrong = 0
  let [lastSeq, lastNumber] = [0, 0]
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { seq, raw } = JSON.parse(line)
    if (seq !== lastSeq + 1) wrong++
    lastSeq = seq
    const [, number] = /"(?:common|marked) (\d+)\."/.exec(raw) ?? []
    if (number === undefined) continue
    if (Number(number) !== lastNumber + 1) wrong++
    lastNumber = Number(number)
  }
  return wrong + Math.abs(frames - lastNumber)
}
