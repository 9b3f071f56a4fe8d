/** What goes through a dialog of the system: files that are saved, chosen and watched, and links. */
import type { Locator, Page } from '@playwright/test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { answerBy, electronExecutable, expect, promptOf, test, type Definition } from './fixtures'
import { SystemDialogs } from './system-dialogs'

test('what a server gave leaves the window as the person wants: files and links', async ({
  start,
  home
}) => {
  const { app, window } = await start({ things: faults('things') })
  const dialogs = await SystemDialogs.of(app)
  await open(window, 'things')
  await choose(window, 'keep')
  await window.keyboard.press('Control+Enter')
  const result = window.getByRole('region', { name: 'Result' })
  await result.getByRole('radio', { name: 'Rendered' }).click()

  await test.step('a text is exactly what came', async () => {
    const path = join(home, 'text.txt')
    await dialogs.choose(path)
    await result.getByRole('button', { name: 'Save text…' }).click()
    await expectNotice(window, `Saved as ${path}.`)
    expect(readFileSync(path, 'utf8')).toBe(ODD_TEXT)
  })

  await test.step('a picture is its bytes, and has a name to begin with', async () => {
    const path = join(home, 'pixel.png')
    await dialogs.choose(path)
    await result.getByRole('button', { name: 'Save image…' }).click()
    await expectNotice(window, `Saved as ${path}.`)
    expect(readFileSync(path).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect((await dialogs.asked()).at(-1)).toMatch(/\.png$/)
  })

  await test.step('a whole result is JSON', async () => {
    const path = join(home, 'result.json')
    await dialogs.choose(path)
    await result.getByRole('button', { name: 'Save the whole result…' }).click()
    await expectNotice(window, `Saved as ${path}.`)
    const { content, structuredContent } = JSON.parse(readFileSync(path, 'utf8')) as {
      content: readonly { readonly text?: string }[]
      structuredContent: unknown
    }
    expect([content[0]?.text, structuredContent]).toEqual([ODD_TEXT, { said: ODD_TEXT }])
    expect((await dialogs.asked()).at(-1)).toBe('keep-result.json')
  })

  await test.step('who cancels hears nothing and loses nothing', async () => {
    await dialogs.choose()
    const asked = (await dialogs.asked()).length
    await result.getByRole('button', { name: 'Save text…' }).click()
    await expect.poll(async () => (await dialogs.asked()).length).toBe(asked + 1)
    await expect(result.getByRole('button', { name: 'Save text…' })).toBeEnabled()
    await expect(result).toContainText('line two')
    await expect(window.getByText(/^(Saved|Cannot)/)).toHaveCount(0)
  })

  await test.step('what cannot be written is said, with the place and the reason', async () => {
    const taken = join(home, 'taken')
    mkdirSync(taken)
    await dialogs.choose(taken)
    await result.getByRole('button', { name: 'Save text…' }).click()
    await expectNotice(window, `Cannot write ${taken}: there is a folder with this name.`)
    const below = join(home, 'text.txt', 'below.txt')
    await dialogs.choose(below)
    await result.getByRole('button', { name: 'Save text…' }).click()
    await expectNotice(window, `Cannot write ${below}: a part of this path is not a folder.`)
    expect(readFileSync(join(home, 'text.txt'), 'utf8')).toBe(ODD_TEXT)
  })

  await test.step('a resource is its bytes', async () => {
    const path = join(home, 'bytes.bin')
    await dialogs.choose(path)
    await window.getByRole('tab', { name: /^Resources/ }).click()
    await window.getByRole('treeitem', { name: /bytes/ }).click()
    await window.getByRole('button', { name: 'Save data…' }).click()
    await expectNotice(window, `Saved as ${path}.`)
    expect([...readFileSync(path)]).toEqual(Array.from({ length: 256 }, (_, byte) => byte))
    expect((await dialogs.asked()).at(-1)).toBe('bytes.bin')
  })

  await window.getByRole('tab', { name: /^Tools/ }).click()
  await choose(window, 'link')
  await load(window, file(home, 'links.json', JSON.stringify({ addresses: ADDRESSES })))
  await window.getByRole('textbox', { name: `addresses [${ADDRESSES.length - 1}]` }).waitFor()
  await window.keyboard.press('Control+Enter')
  await result.getByRole('radio', { name: 'Markdown' }).first().click()
  const link = (at: number): Locator =>
    result.getByRole('button', { name: new RegExp(`^page ${at} `) })

  const title = 'Open a page of example.com in your browser?'
  await test.step('main asks and says where it leads; who cancels stays here', async () => {
    await expect(link(0)).toContainText('docs.example.com')
    await link(0).click()
    const prompt = await promptOf(app)
    await expect(prompt.getByRole('heading', { name: title })).toBeVisible()
    await expect(prompt.getByRole('region', { name: 'What is asked' })).toHaveText(`address${PAGE}`)
    await answerBy(prompt.getByRole('button', { name: 'Not now' }))
    expect(await dialogs.opened()).toEqual([])
  })

  await test.step('who agrees gets exactly that page, once', async () => {
    const agree = async (): Promise<void> =>
      answerBy((await promptOf(app)).getByRole('button', { name: 'Open', exact: true }))
    await link(0).click()
    await agree()
    await expect.poll(() => dialogs.opened()).toEqual([PAGE])
    await result.getByRole('button', { name: 'Open in browser…' }).click()
    await agree()
    await expect.poll(() => dialogs.opened()).toEqual([PAGE, PAGE])
  })

  await test.step('everything else is refused in words, without a question', async () => {
    const asked = (await dialogs.asked()).length
    await expect.poll(() => app.windows().length).toBe(1)
    for (const at of ADDRESSES.keys()) {
      if (at === 0) continue
      await link(at).click()
      await expectNotice(window, /^This link is not opened\. .+\.$/)
    }
    expect(await dialogs.asked()).toHaveLength(asked)
    expect(app.windows()).toHaveLength(1)
    expect(await dialogs.opened()).toEqual([PAGE, PAGE])
  })
})

test('what is picked from files, calendars and clocks is what is sent', async ({ start, home }) => {
  const { window } = await start({ things: faults('things') }, { env: { TZ: 'Asia/Kolkata' } })
  await open(window, 'things')
  await choose(window, 'fill')
  const pane = window.getByRole('region', { name: 'Arguments' })
  const field = (name: string): Locator => pane.getByLabel(name, { exact: true })

  await test.step('arguments from a file, with a way back', async () => {
    await field('day').fill('2001-02-03')
    await load(window, file(home, 'mine.json', JSON.stringify({ day: '2024-02-29', more: [1] })))
    await expect(pane).toContainText('The arguments are those of mine.json.')
    await expect(field('day')).toHaveValue('2024-02-29')
    expect(await sent(window)).toEqual({ day: '2024-02-29', more: [1] })
    await pane.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(field('day')).toHaveValue('2001-02-03')
  })

  await test.step('a file that is no arguments changes nothing and says why', async () => {
    await load(window, file(home, 'broken.json', '{"day": '))
    await expectNotice(window, /^broken\.json was not loaded\. .+/)
    await load(window, file(home, 'list.json', '[1]'))
    await expectNotice(window, /^list\.json was not loaded\. .*object/)
    await load(window, file(home, 'bytes.json', Buffer.from([0xff, 0xfe, 0x00])))
    await expectNotice(window, 'bytes.json was not loaded. It is not a text in UTF-8.')
    await load(window, file(home, 'large.json', `{"day":"${'x'.repeat(1_000_000)}"}`))
    await expectNotice(window, 'large.json was not loaded. It is larger than 1 MB.')
    await expect(field('day')).toHaveValue('2001-02-03')
  })

  await test.step('a file becomes base64', async () => {
    const bytes = Buffer.from([0, 1, 2, 253, 254, 255])
    await pickFile(window, pane, file(home, 'some.bin', bytes))
    await expect(pane).toContainText('some.bin, 6 B')
    expect(await sent(window)).toEqual({ day: '2001-02-03', file: bytes.toString('base64') })
    await pickFile(window, pane, file(home, 'large.bin', Buffer.alloc(10_000_001)))
    await expect(pane).toContainText('The file is larger than 10 MB, too large for an argument.')
    await expect(pane).toContainText('some.bin, 6 B')
    await pickFile(window, pane, file(home, 'empty.bin', ''))
    expect(await sent(window)).toEqual({ day: '2001-02-03', file: '' })
    await pane.getByRole('button', { name: 'Clear' }).click()
    expect(await sent(window)).toEqual({ day: '2001-02-03' })
  })

  await test.step('a day, a time and a moment begin as they are, and end as they are picked', async () => {
    const picks = [
      ['day', '2024-02-28', '2024-03-06'],
      ['hour', '10:20:30+05:30', '11:20:30+05:30'],
      ['moment', '2024-02-28T23:59:58.5+05:30', '2024-03-06T23:59:58+05:30']
    ] as const
    for (const [name, before, after] of picks) {
      await field(name).fill(before)
      await pick(window, field(name), name)
      await window.keyboard.press('Escape')
      await expect(field(name)).toHaveValue(before)
      await pick(window, field(name), name)
      await window.keyboard.press('Enter')
      await expect(field(name)).toHaveValue(after)
    }
    expect(await sent(window)).toEqual(
      Object.fromEntries(picks.map(([name, , after]) => [name, after]))
    )
  })
})

test('a file, a folder and a resource are followed as they change', async ({ start, home }) => {
  const [chosen, folder] = [join(home, 'chosen.txt'), join(home, 'folder')]
  writeFileSync(chosen, 'one')
  mkdirSync(folder)
  const { app, window } = await start({ plain: faults('plain'), note: faults('note') })
  const dialogs = await SystemDialogs.of(app)
  await open(window, 'plain')
  const facts = window.getByRole('status').filter({ hasText: 'pid' })
  const line = window.getByRole('region', { name: 'Last change' })
  const choice = window.getByRole('dialog', { name: 'Watch for changes' })

  await test.step('a file or folder of the person’s choice', async () => {
    await window.getByRole('button', { name: 'Watch for changes' }).click()
    await dialogs.choose()
    await choice.getByRole('button', { name: 'Choose file…' }).click()
    await expect.poll(() => dialogs.asked()).toHaveLength(1)
    await expect(choice.getByRole('radio', { name: 'Nothing' })).toBeChecked()

    await dialogs.choose(chosen)
    await choice.getByRole('button', { name: 'Choose file…' }).click()
    await expect(choice.getByRole('radio', { name: /chosen\.txt/ })).toBeChecked()
    await window.keyboard.press('Escape')
    const first = await facts.innerText()
    writeFileSync(chosen, 'two')
    await expect(line).toContainText('chosen.txt changed')
    await expect(line).toContainText('restarted')
    await expect(facts).not.toHaveText(first)

    await window.getByRole('button', { name: /^Watching chosen\.txt/ }).click()
    await dialogs.choose(folder)
    await choice.getByRole('button', { name: 'Choose folder…' }).click()
    await expect(choice.getByRole('radio', { name: /^Folder folder/ })).toBeChecked()
    await window.keyboard.press('Escape')
    const second = await facts.innerText()
    writeFileSync(join(folder, 'part.txt'), 'three')
    await expect(line).toContainText('part.txt changed')
    await expect(line).toContainText('restarted')
    await expect(facts).not.toHaveText(second)
  })

  await test.step('a resource of the newer era', async () => {
    await open(window, 'note')
    await expect(window.getByRole('status').filter({ hasText: '2026-07-28' })).toBeVisible()
    const rewrite = async (said: string): Promise<void> => {
      await window.getByRole('tab', { name: /^Tools/ }).click()
      await choose(window, 'go')
      await window.keyboard.press('Control+Enter')
      await expect(window.getByRole('region', { name: 'Result' })).toContainText(said)
      await window.getByRole('tab', { name: /^Resources/ }).click()
    }
    await window.getByRole('tab', { name: /^Resources/ }).click()
    await window.getByRole('treeitem', { name: /note/ }).click()
    const contents = window.getByRole('region', { name: 'Contents' })
    await expect(contents).toContainText('version 1')
    await contents.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await expect(contents).toContainText('no updates yet')

    await rewrite('version 2, told 1')
    await expect(contents).toContainText('version 2')
    await expect(contents).toContainText('1 time')
    await contents.getByRole('radio', { name: 'Changes 1' }).click()
    const difference = contents.getByRole('region', {
      name: 'Contents before against Contents after'
    })
    await expect(difference).toContainText('version 1')
    await expect(difference).toContainText('version 2')

    await contents.getByRole('radio', { name: 'Contents' }).click()
    await contents.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(contents.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()
    await rewrite('version 3, told 0')
    await expect(contents).toContainText('version 2')
    await contents.getByRole('button', { name: 'Read again' }).click()
    await expect(contents).toContainText('version 3')
  })
})

/** As the server writes it: what a careless writer would change. */
const ODD_TEXT = '\ufeffline one\r\nline two\ttab\u0000 \u{1f600} \u202e end\n\n'

const PAGE = 'https://docs.example.com/a/b?c=d%20e&f=%24#part'
/** Only the first one may be opened. */
const ADDRESSES = [
  PAGE,
  'javascript:alert(1)',
  'file:///etc/hostname',
  'data:text/html,%3Cscript%3Ealert(1)%3C/script%3E',
  'ms-msdt:/id',
  'vscode://file/etc/hostname',
  'http://docs.example.com/plain',
  'https://docs.example.com@evil.example/',
  '//docs.example.com/schemeless',
  `data:text/plain,${'x'.repeat(30_000)}`
]

function faults(mode: string): Definition {
  const args = [join(root, 'e2e/servers/faults.mjs'), mode]
  return { command: electronExecutable(), args, env: { ELECTRON_RUN_AS_NODE: '1' } }
}

async function open(window: Page, name: string): Promise<void> {
  await window
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .click()
  await window.getByRole('button', { name: `Open ${name}` }).click()
  await window.getByRole('option').first().waitFor()
}

async function choose(window: Page, tool: string): Promise<void> {
  await window.getByRole('option', { name: tool, exact: true }).click()
  await window.getByRole('article', { name: tool, exact: true }).waitFor()
}

function file(folder: string, name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Loads arguments as a person does, through the menu and the chooser of the system. */
async function load(window: Page, chosen: string): Promise<void> {
  await window.getByRole('button', { name: 'More to do with the arguments' }).click()
  const chooser = window.waitForEvent('filechooser')
  await window.getByRole('menuitem', { name: 'Load from file…' }).click()
  await (await chooser).setFiles(chosen)
}

async function pickFile(window: Page, pane: Locator, chosen: string): Promise<void> {
  const chooser = window.waitForEvent('filechooser')
  await pane.getByRole('button', { name: 'Choose a file for file' }).click()
  await (await chooser).setFiles(chosen)
}

/** The picker is a window of the browser, which takes the keys as soon as it is there. */
async function pick(window: Page, field: Locator, name: string): Promise<void> {
  const before = await field.inputValue()
  await window.getByRole('button', { name: `Pick ${name}` }).click()
  await expect(async () => {
    await window.keyboard.press('ArrowDown')
    expect(await field.inputValue()).not.toBe(before)
  }).toPass()
}

/** Calls the tool and reads what came to the server. */
async function sent(window: Page): Promise<unknown> {
  const result = window.getByRole('region', { name: 'Result' })
  const history = window.getByRole('button', { name: /^History/ })
  const before = (await history.isVisible()) ? await history.innerText() : ''
  await window.getByRole('region', { name: 'Arguments' }).press('Control+Enter')
  await expect(history).not.toHaveText(before)
  await result.getByRole('radio', { name: 'Plain' }).click()
  return JSON.parse(await result.locator('pre').first().innerText()) as unknown
}

/** Waits for a notice, and takes it away so that the next one is not taken for it. */
async function expectNotice(window: Page, words: string | RegExp): Promise<void> {
  const notice = window.getByRole('listitem').filter({ hasText: words })
  await expect(notice).toHaveCount(1)
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
}
