// What the person waits for in the window: a call, a list, a form, a storm, a flood.
import { inProject } from '../scripts/project.mjs'
import { failAndExit } from '../scripts/report.mjs'
import { onDisplay, openServer } from './window/app.mjs'
import { HOSTILE_SERVERS, measureHostile } from './window/hostile.mjs'
import { longestTask, median, ratio, say, tasksOf, watchTasks } from './window/measuring.mjs'

const ROUNDS = 25
/** The editor colours and lays out what it shows a moment later. */
const EDITOR_SETTLE_MS = 1_000
const SERVER = inProject('bench/window/server.mjs')
const SCHEMAS = inProject('src/shared/schema/fixtures/tool-schemas.json')

async function measure({ launch, launchPatchbay }) {
  const bare = await launch(inProject('bench/window/bare.cjs'), [], { BENCH_SERVER: SERVER })
  const patchbay = await launchPatchbay(servers())
  await measureCalls(await bare.firstWindow(), await openBench(patchbay, 'few'))
  await bare.close()
  await measureWindow(patchbay)
  await patchbay.close()
}

function servers() {
  const server = (...args) => ({
    command: process.execPath,
    args: [SERVER, ...args],
    frameLimit: 64 * 1024 * 1024
  })
  return {
    few: server('0', SCHEMAS),
    many: server('2000'),
    ...Object.fromEntries(HOSTILE_SERVERS.map((name) => [name, server('traps')]))
  }
}

async function openBench(app, name) {
  const window = await app.firstWindow()
  await openServer(window, name)
  await window.getByRole('option', { name: /^echo\b/ }).waitFor()
  return window
}

/** From the click to the first frame that shows the answer, in both windows in turn. */
async function measureCalls(bare, window) {
  await window.getByRole('option', { name: /^echo\b/ }).click()
  const field = window.getByRole('textbox', { name: /^message/ })
  const times = { bare: [], patchbay: [] }
  for (let round = 1; round <= ROUNDS + 5; round++) {
    await field.fill(`round ${round}`)
    const shown = `echo: round ${round}`
    const bareMs = await clickToPaint(bare, '#call', shown)
    const ownMs = await clickToPaint(window, 'button[aria-keyshortcuts~="Control+Enter"]', shown)
    // The first rounds warm both up.
    if (round <= 5) continue
    times.bare.push(bareMs)
    times.patchbay.push(ownMs)
  }
  const [bareMs, ownMs] = [median(times.bare), median(times.patchbay)]
  say('call to painted result, bare window', `${bareMs.toFixed(1)} ms`)
  say('call to painted result, Patchbay', `${ownMs.toFixed(1)} ms   ${ratio(ownMs, bareMs)}`)
}

function clickToPaint(page, selector, text) {
  return page.evaluate(
    ([button, wanted]) =>
      new Promise((resolve) => {
        let clickedAt = 0
        const observer = new MutationObserver(() => {
          if (!document.querySelector('main')?.textContent?.includes(wanted)) return
          observer.disconnect()
          requestAnimationFrame(() => {
            // A message that is sent while a frame is made arrives when the frame is done.
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - clickedAt)
            port2.postMessage(undefined)
          })
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        clickedAt = performance.now()
        document.querySelector(button).click()
      }),
    [selector, text]
  )
}

async function measureWindow(app) {
  const window = await app.firstWindow()
  await watchTasks(window)
  await measureForms(window)
  await measureStorm(window)
  await measureFlood(window)
  await measureList(window)
  await measureHostile(window, (name) => openServer(window, name))
}

async function measureForms(window) {
  const times = { echo: [], largest: [] }
  for (let round = 0; round < 10; round++) {
    for (const name of ['echo', 'largest']) times[name].push(await timeToForm(window, name))
  }
  const [small, large] = [median(times.echo), median(times.largest)]
  say('form of one field', `${small.toFixed(1)} ms`)
  say('form of the largest real schema', `${large.toFixed(1)} ms   ${ratio(large, small)}`)
  say('longest task while forms are shown', tasksOf(await longestTask(window)))
}

function timeToForm(window, name) {
  return window.evaluate(
    (tool) =>
      new Promise((resolve) => {
        const row = [...document.querySelectorAll('[role="option"]')].find((option) =>
          option.textContent?.startsWith(tool)
        )
        const startedAt = performance.now()
        const observer = new MutationObserver(() => {
          if (!document.querySelector(`article[aria-label="${tool}"] form`)) return
          observer.disconnect()
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(performance.now() - startedAt))
          )
        })
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
        row?.click()
      }),
    name
  )
}

async function measureStorm(window) {
  await callAndWait(window, 'storm', 'storm: done')
  say(
    '10,000 progress and 10,000 log messages',
    `longest task ${tasksOf(await longestTask(window))}`
  )
}

async function measureFlood(window) {
  const tookMs = await callAndWait(window, 'flood', 'flood: all work')
  const longest = tasksOf(await longestTask(window))
  say('a result of 50 MB', `shown after ${tookMs.toFixed(0)} ms, longest task ${longest}`)
  await measureFrames(window)
}

/** The frame of the result that was just shown: beside the arguments, and in the traffic. */
async function measureFrames(window) {
  const result = window.getByRole('region', { name: 'Result' })
  const frame = window.getByRole('region', { name: 'Frame', exact: true })
  const steps = {
    'its raw frame': async () => {
      await result.getByRole('radio', { name: 'Raw' }).click()
      await result.locator('.monaco-editor').waitFor()
    },
    'its frame in the traffic': async () => {
      await result.getByRole('button', { name: /^frame #/ }).click()
      await frame.locator('.monaco-editor').nth(1).waitFor()
    },
    'its frame in the traffic, exact': () => frame.getByRole('radio', { name: 'Exact' }).click()
  }
  for (const [what, act] of Object.entries(steps)) {
    await act()
    say(what, `longest task ${tasksOf(await longestTask(window, EDITOR_SETTLE_MS))}`)
  }
  await frame.getByRole('button', { name: 'Close the frame' }).click()
  await result.getByRole('radio', { name: 'Rendered' }).click()
}

async function callAndWait(window, tool, shown) {
  await window.getByRole('option', { name: new RegExp(`^${tool}\\b`) }).click()
  const pane = window.getByRole('article', { name: tool, exact: true })
  const button = pane.getByRole('button', { name: 'Call', exact: true })
  await button.waitFor()
  await longestTask(window)
  const startedAt = performance.now()
  await button.click()
  await window.getByText(shown).first().waitFor({ timeout: 120_000 })
  return performance.now() - startedAt
}

/** From the moment the list is in the log to the moment its rows are on the screen. */
async function measureList(window) {
  const row = window.getByRole('option', { name: /^(area_|echo\b)/ }).first()
  await openServer(window, 'many')
  await row.waitFor()
  const shownAt = await window.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
      )
  )
  const arrivedAt = await window.evaluate(async () => {
    const ask = async (route, input) =>
      JSON.parse(await globalThis.patchbay.request(route, input ? JSON.stringify(input) : '')).value
    const { recording, lastSeq } = await ask('traffic.count')
    const query = 'method:tools/list kind:result'
    const after = Math.max(0, lastSeq - 1_000)
    const spec = { recording, query, after, isPaired: false, isFolded: false }
    const { viewId, count } = await ask('traffic.open', spec)
    const [newest] = await ask('traffic.rows', { viewId, from: count.matched - 1, count: 1 })
    return newest.time
  })
  say('2,000 tools, from the frame to the rows', `at most ${(shownAt - arrivedAt).toFixed(0)} ms`)
  const cdp = await window.context().newCDPSession(window)
  await cdp.send('Performance.enable')
  const filter = window.getByRole('searchbox', { name: 'Filter tools' })
  await filter.focus()
  const scripts = []
  for (const key of 'tool_199') {
    const before = await scriptMs(cdp)
    await window.keyboard.press(key)
    await window.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    scripts.push((await scriptMs(cdp)) - before)
  }
  const [typical, worst] = [median(scripts), Math.max(...scripts)]
  say(
    'a key in the filter over 2,000 tools',
    `${typical.toFixed(1)} ms of script, at most ${worst.toFixed(1)}`
  )
  say('longest task while tools are listed', tasksOf(await longestTask(window)))
}

async function scriptMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration').value * 1_000
}

onDisplay(measure).catch(failAndExit)
