// What the person waits for in the window: a call, a list, a form, a storm, a flood.
import { inProject } from '../scripts/project.mjs'
import { Figures } from './figures.mjs'
import { WINDOW } from './goals.mjs'
import { median } from './median.mjs'
import { inLongTurns } from './rounds.mjs'
import { onDisplay, openServer } from './window/app.mjs'
import { HOSTILE_SERVERS, measureHostile } from './window/hostile.mjs'
import { longestTask, watchTasks } from './window/measuring.mjs'

const CLICKS = 25
/** The first clicks warm the windows up. */
const WARM_CLICKS = 5
const BARE = 'bare window'
const FORMS = 10
/** The editor colours and lays out what it shows a moment later. */
const EDITOR_SETTLE_MS = 1_000
const SERVER = inProject('bench/window/server.mjs')
const SCHEMAS = inProject('src/shared/schema/fixtures/tool-schemas.json')

/**
 * In each round all windows are open together while one after the other is clicked; what follows
 * takes all of the machine, so then there is one app at a time.
 */
export function measureWindow(builds, { longRounds }) {
  return onDisplay(async (display) => {
    const figures = new Figures()
    for (let round = 1; round <= longRounds; round++) {
      await measureClicks(builds, display, figures)
      await inLongTurns(builds, 1, async ({ name, folder }) => {
        const app = await display.launchPatchbay(servers(), { app: folder })
        try {
          await measureSteps(app, (...figure) => figures.note(name, ...figure))
        } finally {
          await app.close()
        }
      })
    }
    return figures
  })
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

async function openFew(app) {
  const window = await app.firstWindow()
  await openServer(window, 'few')
  await window.getByRole('option', { name: /^echo\b/ }).waitFor()
  return window
}

/** From the click to the first frame that shows the answer, in all windows in turn. */
async function measureClicks(builds, { launch, launchPatchbay }, figures) {
  const bare = await launch(inProject('bench/window/bare.cjs'), [], { BENCH_SERVER: SERVER })
  const apps = [bare]
  try {
    const bareWindow = await bare.firstWindow()
    const clicks = { [BARE]: (shown) => clickToPaint(bareWindow, '#call', shown) }
    await inLongTurns(builds, 1, async ({ name, folder }) => {
      const app = await launchPatchbay(servers(), { app: folder })
      apps.push(app)
      clicks[name] = await clickerOf(app)
    })
    const times = Object.fromEntries(Object.keys(clicks).map((name) => [name, []]))
    for (let round = 1; round <= WARM_CLICKS + CLICKS; round++) {
      for (const [name, click] of Object.entries(clicks)) {
        const tookMs = await click(`echo: round ${round}`, `round ${round}`)
        if (round > WARM_CLICKS) times[name].push(tookMs)
      }
    }
    const bareMs = median(times[BARE])
    for (const { name } of builds.filter((build) => Object.hasOwn(clicks, build.name))) {
      const tookMs = median(times[name])
      figures.note(name, 'click on Call to painted result, bare window', WINDOW.bareClick, bareMs)
      figures.note(name, 'click on Call to painted result', WINDOW.click, tookMs)
      figures.note(name, 'in multiples of the bare window', WINDOW.beside, tookMs / bareMs)
    }
  } finally {
    for (const app of apps) await app.close()
  }
}

async function clickerOf(app) {
  const window = await openFew(app)
  await window.getByRole('option', { name: /^echo\b/ }).click()
  const field = window.getByRole('textbox', { name: /^message/ })
  return async (shown, message) => {
    await field.fill(message)
    return clickToPaint(window, 'button[aria-keyshortcuts~="Control+Enter"]', shown)
  }
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

async function measureSteps(app, note) {
  const window = await openFew(app)
  await watchTasks(window)
  await measureForms(window, note)
  await callAndWait(window, 'storm', 'storm: done')
  note(
    'longest task, 10,000 progress and 10,000 log messages',
    WINDOW.storm,
    await longestTask(window)
  )
  await measureLarge(window, note)
  await measureList(window, note)
  const longest = await measureHostile(window, (name) => openServer(window, name))
  note('longest task, hostile schemas: listed, chosen, called', WINDOW.task, longest)
}

async function measureForms(window, note) {
  const times = { echo: [], largest: [] }
  for (let round = 0; round < FORMS; round++) {
    for (const name of ['echo', 'largest']) times[name].push(await timeToForm(window, name))
  }
  const [small, large] = [median(times.echo), median(times.largest)]
  note('form of one field', WINDOW.form, small)
  note('form of the largest real schema', WINDOW.form, large)
  note('in multiples of one field', WINDOW.beside, large / small)
  note('longest task while forms are shown', WINDOW.task, await longestTask(window))
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

async function measureLarge(window, note) {
  const tookMs = await callAndWait(window, 'flood', 'flood: all work')
  note('a result of 50 MB, shown after', WINDOW.shown, tookMs / 1_000)
  note('longest task, a result of 50 MB', WINDOW.task, await longestTask(window))
  await measureFrames(window, note)
}

/** The frame of the result that was just shown: beside the arguments, and in the traffic. */
async function measureFrames(window, note) {
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
    note(`longest task, ${what}`, WINDOW.task, await longestTask(window, EDITOR_SETTLE_MS))
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
async function measureList(window, note) {
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
  note('2,000 tools, from the frame to the rows', WINDOW.rows, shownAt - arrivedAt)
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
  note('a key in the filter over 2,000 tools, script', WINDOW.key, Math.max(...scripts))
  note('longest task while tools are listed', WINDOW.task, await longestTask(window))
}

async function scriptMs(cdp) {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ScriptDuration').value * 1_000
}
