/** Goes through every screen with a server that says hostile things wherever it can say something. */
import type { Locator, Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { visibleParts } from '../src/shared/visible-text'
import { electronExecutable, expect, test as base, type Definition } from './fixtures'
import { payloadsFor } from './servers/hostile-payloads.mjs'

type Fixtures = {
  /** An address that nobody has a reason to ask for anything, and what was asked of it. */
  readonly trap: { readonly address: string; readonly asked: string[] }
}

/** What the browser says when a page in its sandbox tries something. Our own page has to try nothing. */
const REFUSAL =
  /because the (document|element)'s frame is sandboxed|Content Security Policy directive/

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  complaints: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(complaints.filter((complaint) => !REFUSAL.test(complaint))).toEqual([])
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  trap: async ({}, use) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(204).end()
    })
    const portOf = (): string => String((server.address() as AddressInfo).port)
    do {
      if (server.listening) await new Promise((resolve) => server.close(resolve))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      // The address is in many payloads, and a filter must find by their numbers only what is meant.
    } while (CALLED.some((number) => portOf().includes(number)))
    const address = `http://127.0.0.1:${portOf()}`
    await use({ address, asked })
    server.close()
    server.closeAllConnections()
  }
})

test('the corpus is as large as it has to be', () => {
  const payloads = payloadsFor('http://127.0.0.1:9')
  expect(new Set(payloads).size).toBe(payloads.length)
  expect(payloads.length).toBeGreaterThanOrEqual(100)
})

test('hostile tools do nothing but show, in lists, forms and results', async ({ start, trap }) => {
  test.setTimeout(240_000)
  const { window } = await start({ hostile: hostile(trap.address) })
  const witness = await Witness.of(window)
  await open(window)
  await walkList(window, witness, 'listbox', 'Tools')

  for (const tool of ['say-all', 'refuse', ...CALLED]) {
    await chooseTool(window, tool)
    await window.getByRole('radio', { name: 'JSON', exact: true }).click()
    await witness.look(`arguments of ${tool} as JSON`)
    await window.getByRole('radio', { name: 'Form', exact: true }).click()
    await call(window)
    const result = window.getByRole('region', { name: 'Result' })
    await expect(result).toContainText(/frame|#\d+/)
    await witness.look(`result of ${tool}`)
    await tryViews(result, witness, `result of ${tool}`)
  }
  await witness.swear(trap.asked)
})

test('hostile resources and prompts do nothing but show', async ({ start, trap }) => {
  test.setTimeout(240_000)
  const { window } = await start({ hostile: hostile(trap.address) })
  const witness = await Witness.of(window)
  await open(window)

  await window.getByRole('tab', { name: /^Resources/ }).click()
  await walkList(window, witness, 'tree', 'Resources')
  for (const page of [
    'page.html',
    'picture.svg',
    'notes.md',
    'plain.txt',
    'data.json',
    'paper.pdf'
  ]) {
    await window.getByRole('searchbox', { name: 'Filter resources' }).fill(page)
    await window.getByRole('treeitem', { name: new RegExp(page) }).click()
    await window
      .getByText(/read just now|just now/)
      .first()
      .waitFor()
    await witness.look(page)
    await tryViews(window.getByRole('tabpanel'), witness, page)
  }

  await window.getByRole('tab', { name: /^Prompts/ }).click()
  await walkList(window, witness, 'listbox', 'Prompts')
  for (const prompt of CALLED) {
    await window.getByRole('searchbox', { name: 'Filter prompts' }).fill(prompt)
    await window.getByRole('option', { name: new RegExp(`^${prompt} `) }).click()
    await window.getByRole('tabpanel').getByRole('combobox').first().click()
    await window.keyboard.type('a')
    await window.keyboard.press('Control+Enter')
    await window
      .getByText(/frame|#\d+/)
      .first()
      .waitFor()
    await witness.look(`prompt ${prompt}`)
  }
  await witness.swear(trap.asked)
})

test('hostile logs, identities, frames and last words do nothing but show', async ({
  start,
  trap
}) => {
  test.setTimeout(240_000)
  const { window } = await start({ hostile: hostile(trap.address) })
  const witness = await Witness.of(window)
  await open(window)
  await chooseTool(window, 'say-all')
  await call(window)
  await expect(window.getByRole('region', { name: 'Result' })).toContainText(/frame|#\d+/)

  await window.getByRole('tab', { name: 'Logs' }).click()
  await walkList(window, witness, 'grid', 'Lines of the log', 'PageDown')
  await window.getByRole('button', { name: 'Show the selected line whole' }).click()
  await window.getByRole('region', { name: 'The whole message' }).waitFor()
  await witness.look('a whole message')
  await window.getByRole('tab', { name: 'Info' }).click()
  await window.getByText('Not shown').first().waitFor()
  await witness.look('info, Markdown')
  await window.getByRole('radio', { name: 'Plain' }).click()
  await witness.look('info, plain')
  await walkList(window, witness, 'grid', 'Traffic', 'PageDown')

  await window.getByRole('tab', { name: /^Tools/ }).click()
  await chooseTool(window, 'die')
  await call(window)
  await window.getByLabel('Post-mortem', { exact: true }).waitFor()
  await witness.look('post-mortem')

  const seen = witness.marks
  const hidden = payloadsFor(trap.address).flatMap(marksIn)
  expect(hidden.filter((mark) => !seen.has(mark))).toEqual([])
  await witness.swear(trap.asked)
})

/** Payloads of every group whose tools and prompts are used, by the number in their names. */
const CALLED = ['000', '026', '054', '080', '112', '136', '152', '160', '168', '170', '178']

/** What must never be in the page, whoever asked for it. */
const FORBIDDEN = [
  'object, embed, applet, webview, portal, frameset, base, math, foreignObject, marquee',
  'iframe:not([sandbox=""])',
  'form[action], meta[http-equiv=refresh], a[href], [srcdoc]:not([sandbox=""])',
  'body script, [onerror], [onload], [onfocus], [onclick], [ontoggle]'
].join(', ')

/** Sees everything that hostile text can do to a window, and keeps it until it is asked. */
class Witness {
  /** The characters that were shown by their numbers. */
  readonly marks = new Set<string>()
  private readonly faults: string[] = []

  static async of(window: Page): Promise<Witness> {
    const witness = new Witness(window)
    window.on('dialog', (dialog) => {
      witness.faults.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    window.on('popup', (page) => witness.faults.push(`a window: ${page.url()}`))
    // What a page in a sandbox asks for is refused on the way; the trap would know if it were not.
    window.on('request', (request) => {
      if (request.frame() !== window.mainFrame()) return
      const { protocol } = new URL(request.url())
      if (!OWN_SCHEMES.includes(protocol)) witness.faults.push(`a request: ${request.url()}`)
    })
    await window.evaluate(() => {
      const calls: string[] = []
      Object.assign(globalThis, { hostileCalls: calls })
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        calls.push(`${effectiveDirective} ${blockedURI}`)
      )
      for (const name of ['alert', 'confirm', 'prompt', 'open']) {
        Object.assign(globalThis, { [name]: () => void calls.push(name) })
      }
    })
    return witness
  }

  private constructor(private readonly window: Page) {}

  /** Looks at what is on the screen now, and says what in it has the focus. */
  async look(screen: string): Promise<string> {
    const { texts, marks, forbidden, focused } = await this.window.evaluate(lookAtPage, FORBIDDEN)
    for (const mark of marks) this.marks.add(mark)
    for (const text of texts) {
      const hidden = marksIn(text)
      if (hidden.length > 0)
        this.faults.push(`${screen}: ${hidden.join(' ')} in ${JSON.stringify(text)}`)
    }
    for (const markup of forbidden) this.faults.push(`${screen}: ${markup}`)
    return focused
  }

  /** Everything it saw is nothing. */
  async swear(asked: readonly string[]): Promise<void> {
    const calls = await this.window.evaluate(
      () => (globalThis as unknown as { hostileCalls: string[] }).hostileCalls
    )
    expect([...new Set(this.faults)]).toEqual([])
    expect(calls).toEqual([])
    expect(asked).toEqual([])
  }
}

const OWN_SCHEMES = ['app:', 'blob:', 'data:']

type Seen = {
  readonly texts: string[]
  readonly marks: string[]
  readonly forbidden: string[]
  readonly focused: string
}

/** Runs in the page. What a person types into and what an editor draws have ways of their own. */
function lookAtPage(selector: string): Seen {
  const texts: string[] = []
  const marks: string[] = []
  const exempt = '.monaco-editor, textarea, iframe'
  const shown = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
  )
  for (let node = shown.nextNode(); node; node = shown.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement
    if (!element || element.closest(exempt)) continue
    if (node instanceof Text) {
      texts.push(node.data)
      marks.push(...(node.data.match(/U\+[0-9A-F]{4,6}/g) ?? []))
      continue
    }
    for (const name of ['title', 'alt', 'placeholder', 'aria-label', 'aria-description']) {
      const value = element.getAttribute(name)
      if (value !== null) texts.push(value)
    }
  }
  const unlike =
    /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\u2800]/u
  const { activeElement } = document
  return {
    focused: activeElement?.getAttribute('aria-activedescendant') ?? activeElement?.id ?? '',
    texts: texts.filter((text) => unlike.test(text)).map((text) => text.slice(0, 2_000)),
    marks,
    forbidden: [...document.querySelectorAll(selector)].map(({ outerHTML }) =>
      outerHTML.slice(0, 200)
    )
  }
}

function marksIn(text: string): readonly string[] {
  return visibleParts(text).flatMap((part) => (part.kind === 'hidden' ? [part.mark] : []))
}

function hostile(address: string): Definition {
  const script = join(root, 'e2e/servers/hostile-strings.mjs')
  const env = { ELECTRON_RUN_AS_NODE: '1' }
  return { command: electronExecutable(), args: [script, address], env, maxRestarts: 0 }
}

async function open(window: Page): Promise<void> {
  const row = window.getByRole('navigation').getByRole('button', { name: /^hostile/ })
  await row.click()
  await window.getByRole('button', { name: 'Open hostile' }).click()
  await window.getByRole('option', { name: 'say-all' }).waitFor()
}

async function chooseTool(window: Page, tool: string): Promise<void> {
  await window.getByRole('searchbox', { name: 'Filter tools' }).fill(tool)
  await window
    .getByRole('option', { name: new RegExp(`^${tool}`) })
    .first()
    .click()
}

/** With what the schema forbids, if it has to be. */
async function call(window: Page): Promise<void> {
  await window
    .getByRole('button', { name: /^(Call|Send anyway)/ })
    .first()
    .click()
  const anyway = window.getByRole('button', { name: /anyway/i })
  const result = window.getByRole('region', { name: 'Result' }).filter({ hasText: /frame|#\d+/ })
  await anyway
    .or(result)
    .or(window.getByLabel('Post-mortem', { exact: true }))
    .first()
    .waitFor()
  if (await anyway.isVisible()) await anyway.click()
}

/** Shows what there is in each way in which it can be shown. */
async function tryViews(place: Locator, witness: Witness, what: string): Promise<void> {
  const names = new Set(await place.getByRole('radio').allInnerTexts())
  for (const name of names) {
    const view = place.getByRole('radio', { name, exact: true }).first()
    if (!(await view.isVisible()) || !(await view.isEnabled())) continue
    await view.click()
    await witness.look(`${what}, ${name}`)
  }
}

/** Goes through a list with the keyboard, so that each thing in it is shown beside it. */
async function walkList(
  window: Page,
  witness: Witness,
  role: 'listbox' | 'tree' | 'grid',
  name: string,
  key: 'ArrowDown' | 'PageDown' = 'ArrowDown'
): Promise<void> {
  const list = window.getByRole(role, { name, exact: true })
  await list.focus()
  await window.keyboard.press('Home')
  let last: string | undefined
  for (let step = 0; step < 400; step++) {
    const current = await witness.look(`${name}, step ${step}`)
    if (current === last) return
    last = current
    await window.keyboard.press(key)
  }
}
