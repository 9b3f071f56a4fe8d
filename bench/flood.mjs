// A million frames through the app: none may be lost, memory stays, and the list stays usable. Fails if not.
import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inProject, nodeEnvironment, run } from '../scripts/project.mjs'
import { failAndExit, SetUpError } from '../scripts/report.mjs'
import { Bounds, FIRST_PAGE_MS, MEMORY_MB, SCROLLING, TASK_MS } from './flood/bounds.mjs'
import { clickRow, preparePage, scrollFor, typeFilter, waitForEntries } from './flood/in-page.mjs'
import { Watch } from './flood/watch.mjs'
import { onDisplay, openServer } from './window/app.mjs'
import { busiestTask } from './window/busy.mjs'
import { longestTask, median, ratio, say, tasksOf, watchTasks } from './window/measuring.mjs'

const MILLION = 1_000_000
const FRAMES = Number(process.argv[2] ?? MILLION)
const SERVER = inProject('bench/flood/server.mjs')
const LONGEST_MS = 600_000
const SCROLL_MS = 4_000
const A_ROW = 24
const ROUNDS = 5

const bounds = new Bounds()

async function measure({ executable, profile, launchPatchbay }) {
  // Of that many, the usual size would hold the newest only.
  if (FRAMES > MILLION) {
    writeFileSync(join(profile, 'preferences.json'), JSON.stringify({ trafficMegabytes: 10_000 }))
  }
  const pipeMs = await timeOfPipe()
  const app = await launchPatchbay({
    flood: { command: process.execPath, args: [SERVER, String(FRAMES)], timeout: LONGEST_MS }
  })
  const window = await app.firstWindow()
  await openServer(window, 'flood')
  await window.getByRole('option', { name: /^flood\b/ }).click()
  await watchTasks(window)
  await preparePage(window)
  const busy = async (what, act) => {
    const { value, busyMs } = await busiestTask(app, profile, act)
    const longestMs = await longestTask(window)
    bounds.atMost(`longest task, ${what}`, longestMs, TASK_MS, 'ms')
    const tasks = `longest task ${tasksOf(longestMs)}, at work for ${busyMs.toFixed(0)} ms of one`
    return { value, tasks }
  }
  const { value: sent, tasks } = await busy('flood', () => measureFlood(app, window, pipeMs))
  say('meanwhile, in the window', tasks)
  await measureFilter(window, busy)
  await measureScroll(window, busy)
  await measureDetail(window, busy)
  await checkRecording(executable, profile, sent)
  await app.close()
  bounds.check()
}

/** The same bytes, counted by somebody who does nothing else. */
async function timeOfPipe() {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [SERVER, String(FRAMES), 'now'], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let bytes = 0
  child.stdout.on('data', (chunk) => (bytes += chunk.length))
  await new Promise((resolve) => child.once('close', resolve))
  const tookMs = performance.now() - startedAt
  say(`${count(FRAMES)} frames, ${megabytes(bytes)}, plain pipe`, seconds(tookMs))
  return tookMs
}

/** How many frames the server says it has sent. */
async function measureFlood(app, window, pipeMs) {
  const watch = await Watch.begin(app, window)
  const pane = window.getByRole('article', { name: 'flood', exact: true })
  const startedAt = performance.now()
  await pane.getByRole('button', { name: 'Call', exact: true }).click()
  const said = window.getByText(/^sent \d+$/).first()
  await said.waitFor({ timeout: LONGEST_MS })
  const answeredMs = performance.now() - startedAt
  const sent = Number((await said.textContent()).slice('sent '.length))
  await waitForEntries(window, sent, LONGEST_MS)
  const recordedMs = performance.now() - startedAt
  say(
    'answered, after all of them',
    `${seconds(answeredMs)}   ${ratio(answeredMs, pipeMs)} the pipe`
  )
  say('recorded and listed', `${seconds(recordedMs)}   ${ratio(recordedMs, pipeMs)} the pipe`)
  const memory = await watch.end()
  const { mainBefore, mainGrowth, mainLeft, pageBefore, pageMost, pageLeft } = memory
  say('memory of main, before', `${mainBefore} MB`)
  say('its growth', `at most ${mainGrowth} MB, in the end ${mainLeft} MB`)
  say('heap of the page, before', `${pageBefore} MB`)
  say('then', `at most ${pageMost} MB, in the end ${pageLeft} MB`)
  bounds.below('growth of main', mainGrowth, MEMORY_MB, 'MB')
  bounds.below('heap of the page', pageMost, MEMORY_MB, 'MB')
  return sent
}

async function measureFilter(window, busy) {
  const last = `common ${FRAMES - 1}.`
  const filters = {
    'filter by a text, 1 in 1,000': ['marked', 'marked'],
    'filter by a text, one before the last': [`"${last}"`, last],
    'filter by a pattern, 1 in 1,000': ['/mark[a-e]d/', 'marked'],
    'filter by a text, nearly all': ['"info"', '']
  }
  for (const [what, [text, shown]] of Object.entries(filters)) {
    const times = []
    const { tasks } = await busy(what, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        times.push(await typeFilter(window, text, shown))
        await typeFilter(window, '')
      }
    })
    const first = median(times.map(({ shownMs }) => shownMs))
    const all = median(times.map(({ doneMs }) => doneMs))
    bounds.below(`first page, ${what}`, first, FIRST_PAGE_MS, 'ms')
    say(what, `first page ${first.toFixed(0)} ms, all ${all.toFixed(0)} ms`)
    say('', tasks)
  }
}

async function measureScroll(window, busy) {
  await typeFilter(window, '"info"')
  await longestTask(window)
  const still = await scrollFor(window, SCROLL_MS, 0)
  const speeds = { 'a row a frame': A_ROW, 'ten rows a frame': 240, 'a page a frame': 5_000 }
  say('frames of a still window', `p95 ${still.p95.toFixed(1)} ms apart`)
  for (const [what, pixels] of Object.entries(speeds)) {
    const { value, tasks } = await busy(`scrolling ${what}`, () =>
      scrollFor(window, SCROLL_MS, pixels)
    )
    const { p95, late, frames, empty } = value
    if (pixels === A_ROW) bounds.atMost(`scrolling ${what}, p95`, p95 / still.p95, SCROLLING, 'x')
    const apart = `p95 ${p95.toFixed(1)} ms apart   ${ratio(p95, still.p95)} the still window`
    say(`scrolling ${what}, filtered`, `${apart}, ${late} of ${frames} late, ${empty} incomplete`)
    say('', tasks)
  }
}

async function measureDetail(window, busy) {
  const times = []
  const { tasks } = await busy('a click on a row', async () => {
    for (let round = 0; round < ROUNDS; round++) times.push(await clickRow(window, round))
  })
  say('a click on a row to its detail', `${median(times).toFixed(0)} ms`)
  say('', tasks)
}

/** Reads all of it as another program would, while the app is still running. */
async function checkRecording(executable, profile, sent) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-export-'))
  try {
    await checkExport(join(folder, 'exported.jsonl'), { executable, profile, sent })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function checkExport(out, { executable, profile, sent }) {
  const cli = inProject('out', 'main', 'cli.js')
  const args = [cli, 'traffic', 'export', out, '--profile', profile]
  const startedAt = performance.now()
  const { code, output } = await run(executable, args, { env: nodeEnvironment() })
  if (code !== 0) throw new SetUpError(`The traffic could not be exported:\n${output}`)
  say('exported by the command line', seconds(performance.now() - startedAt))
  let [lastSeq, lastNumber] = [0, 0]
  for await (const line of createInterface({ input: createReadStream(out) })) {
    const { seq, raw } = JSON.parse(line)
    if (seq !== lastSeq + 1) throw new SetUpError(`Entry ${seq} follows entry ${lastSeq}.`)
    lastSeq = seq
    const [, number] = /"(?:common|marked) (\d+)\."/.exec(raw) ?? []
    if (number === undefined) continue
    if (Number(number) !== lastNumber + 1) {
      throw new SetUpError(`Frame ${number} of the server follows its frame ${lastNumber}.`)
    }
    lastNumber = Number(number)
  }
  if (lastNumber !== sent || sent !== FRAMES) {
    throw new SetUpError(`The server says it has sent ${sent}; ${lastNumber} were recorded.`)
  }
  say('lost or out of order', `none of ${count(sent)}`)
}

function count(number) {
  return number.toLocaleString('en-GB')
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(2)} s`
}

function megabytes(bytes) {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}

onDisplay(measure).catch(failAndExit)
