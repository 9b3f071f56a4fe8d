import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import {
  authorize,
  startOddAuthorizationServer,
  type OddAuthorizationServer
} from '../src/core/auth/fakes/fake-authorization-server'
import { endOtherServers, relayAt, socketServer } from '../src/core/auth/other-addresses-testing'
import type { Bridge } from '../src/shared/ipc/ipc-wire'
import { axeFindings } from './axe'
import { answerBy, expect, promptOf, test } from './fixtures'
import { SystemDialogs } from './system-dialogs'

let odd: OddAuthorizationServer

test.beforeEach(async () => {
  odd = await startOddAuthorizationServer({ authorization: { tokenKind: 'jwt' } })
})

test.afterEach(async () => {
  await endOtherServers()
  await odd.close()
})

/** Does in place of the browser what a person would, with the page that was opened last. */
async function visit(dialogs: SystemDialogs): Promise<void> {
  await expect.poll(() => dialogs.opened()).not.toEqual([])
  const back = await authorize((await dialogs.opened()).at(-1) ?? '')
  await fetch(back)
}

async function openDebugger(window: Page, name: string): Promise<void> {
  await window.keyboard.press('Control+k')
  await window.getByRole('combobox').fill(name)
  await window.getByRole('option', { name }).first().click()
  await window.getByRole('heading', { name: /^Authorization of/ }).waitFor()
}

function clipboardOf(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText())
}

/** The last status line that is not empty. */
function headline(window: Page) {
  return window.locator('main [role=status]').first()
}

test('the authorization of a server that refuses us is seen step by step', async ({ start }) => {
  const running = await start({ protected: { url: odd.url } })
  const { app, window } = running
  const dialogs = await SystemDialogs.of(app)
  await window.getByRole('button', { name: 'protected' }).first().click()
  await window.getByRole('button', { name: 'Open protected' }).click()
  await window.getByRole('alert').getByRole('button', { name: 'Other ways' }).click()
  await window.getByRole('menuitem', { name: 'Debug authorization' }).click()
  await expect(window.getByText('See every step of signing in')).toBeVisible()
  expect(await axeFindings(running, { name: 'not run yet' })).toEqual([])
  expect(await dialogs.opened()).toEqual([])

  await window.getByRole('button', { name: 'Run and open your browser' }).click()
  await expect(headline(window)).toHaveText(
    'Your browser is open. Sign in there; Patchbay goes on when you come back.'
  )
  expect(await axeFindings(running, { name: 'in the browser' })).toEqual([])
  await visit(dialogs)
  await expect(headline(window)).toHaveText('It works, and every step follows the rules.')

  await window.getByRole('button', { name: /Contents of the token/ }).click()
  await expect(window.getByLabel('Claims')).toContainText(`"aud": "${odd.url}"`)
  expect(await axeFindings(running, { name: 'the token' })).toEqual([])
  await window.getByRole('button', { name: /Compare what each side says/ }).click()
  await expect(window.getByRole('row', { name: /^Issuer/ })).toContainText(odd.authorization.issuer)
  expect(await axeFindings(running, { name: 'differences' })).toEqual([])

  await window.getByRole('button', { name: 'Copy', exact: true }).click()
  await window.getByRole('menuitem', { name: 'Copy diagram as Mermaid' }).click()
  await expect.poll(() => clipboardOf(app)).toMatch(/^sequenceDiagram\n/)

  await window.getByRole('button', { name: /^\W*ok Token \d/ }).click()
  await expect(window.getByText('Rule: RFC 6749, 4.1.3; RFC 6749, 5.1')).toBeVisible()
  await window.getByRole('button', { name: /^POST http.*\/token$/ }).click()
  await expect(window.getByRole('region', { name: 'Frame' })).toBeVisible()
})

test('no page is opened that is not what it seems to be', async ({ start }) => {
  const { issuer } = odd.authorization
  const metadata = { authorization_endpoint: `${issuer}/authorize/$(calc)` }
  Object.assign(odd.authorization.behaviour, { metadata })
  const { app, window } = await start({ protected: { url: odd.url } })
  const dialogs = await SystemDialogs.of(app)
  await openDebugger(window, 'Debug authorization of protected')
  await window.getByRole('button', { name: 'Run and open your browser' }).click()
  await expect(headline(window)).toHaveText('Authorization page: this is where it fails.')
  await expect(window.locator('main')).toContainText(
    'something in it that a command line would run'
  )
  expect(await dialogs.opened()).toEqual([])
})

test('a request is changed before it leaves, and a run is stopped', async ({ start }) => {
  const running = await start({ protected: { url: odd.url } })
  const { app, window } = running
  const dialogs = await SystemDialogs.of(app)
  await openDebugger(window, 'Debug authorization of protected')
  await window.getByRole('button', { name: 'Step by step' }).click()
  const send = window.getByRole('button', { name: 'Send', exact: true })
  await send.waitFor()
  expect(await axeFindings(running, { name: 'paused' })).toEqual([])
  const open = window.getByRole('button', { name: 'Open in your browser' })
  for (let waiting = 1; !(await open.isVisible()); waiting += 1) {
    await send.click()
    await window.getByRole('form', { name: `Request ${waiting + 1} that waits` }).waitFor()
  }
  await window.getByRole('textbox', { name: 'scope' }).fill('mcp:admin')
  await open.click()
  await expect.poll(() => dialogs.opened()).toEqual([expect.stringContaining('scope=mcp%3Aadmin')])
  await window.getByRole('button', { name: 'Stop' }).click()
  await expect(headline(window)).toHaveText('Stopped.')
})

test('an address that is not saved gets something wrong on purpose', async ({ start }) => {
  const running = await start()
  const { app, window } = running
  const dialogs = await SystemDialogs.of(app)
  await openDebugger(window, 'Debug authorization of an address')
  await window.getByRole('textbox', { name: 'Address' }).fill(odd.url)
  await window.getByRole('combobox', { name: 'What if' }).selectOption({ label: 'Reused code' })
  await window.getByRole('button', { name: 'Run and open your browser' }).click()
  const prompt = await promptOf(app)
  await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
  await visit(dialogs)
  await expect(headline(window)).toHaveText('Refused, as it has to be.')
  expect(await axeFindings(running, { name: 'what if' })).toEqual([])

  odd.authorization.behaviour.metadata = { code_challenge_methods_supported: undefined }
  await window.getByRole('combobox', { name: 'What if' }).selectOption({ label: 'Nothing wrong' })
  await window.getByRole('button', { name: 'Run and open your browser' }).click()
  await expect(headline(window)).toHaveText(
    'Authorization server metadata: this is where it fails.'
  )
  expect(await axeFindings(running, { name: 'a run that failed' })).toEqual([])
})

test('a WebSocket and a socket of this machine need not be saved to be run', async ({
  start,
  home
}) => {
  const socket = await socketServer(odd)
  const path = join(home, 'mcp.sock')
  await relayAt(path, odd.url)
  Object.assign(odd.server.behaviour, {
    checksAudience: false,
    challenge: 'Bearer scope="mcp:tools"',
    resourceMetadata: { resource: 'http://localhost/mcp' }
  })
  const { app, window } = await start()
  const dialogs = await SystemDialogs.of(app)
  await openDebugger(window, 'Debug authorization of an address')
  const run = window.getByRole('button', { name: 'Run and open your browser' })
  const address = window.getByRole('textbox', { name: 'Address' })
  await address.fill('gopher://127.0.0.1/mcp')
  await expect(run).toBeDisabled()
  for (const [index, url] of [socket.url, `unix://${path}#/mcp`].entries()) {
    await address.fill(url)
    await run.click()
    const prompt = await promptOf(app)
    await answerBy(prompt.getByRole('button', { name: 'Trust', exact: true }))
    await expect.poll(() => dialogs.opened()).toHaveLength(index + 1)
    await visit(dialogs)
    await expect(headline(window)).toHaveText(/^It works/)
  }
})

test('a run that needs nobody opens no browser, and does not say so', async ({ start }) => {
  const client = { client_id: 'robot', client_secret: 'a-secret-of-the-robot' }
  odd.authorization.behaviour.clients = [client]
  const oauth = {
    grant: 'client-credentials',
    clientId: client.client_id,
    clientSecret: client.client_secret,
    issuer: odd.authorization.issuer
  }
  const { app, window } = await start({ robot: { url: odd.url, oauth } })
  const dialogs = await SystemDialogs.of(app)
  await openDebugger(window, 'Debug authorization of robot')
  await window.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(headline(window)).toHaveText(/^It works/)
  expect(await dialogs.opened()).toEqual([])
})

test('a client secret goes to no authorization server before you say so', async ({ start }) => {
  const client = { client_id: 'robot', client_secret: 'a-secret-of-the-robot' }
  odd.authorization.behaviour.clients = [client]
  const oauth = {
    grant: 'client-credentials',
    clientId: client.client_id,
    clientSecret: client.client_secret
  }
  const { app, window } = await start({ robot: { url: odd.url, oauth } })
  await window.getByRole('button', { name: 'Open robot' }).first().click()
  const prompt = await promptOf(app)
  await expect(prompt.locator('body')).toContainText(odd.authorization.issuer)
  expect(await axeFindings({ app, window: prompt }, { name: 'the question' })).toEqual([])
  await answerBy(prompt.getByRole('button', { name: 'Not now' }))
  const panel = window.getByRole('alert')
  await expect(panel).toContainText('because you did not allow it')
  expect(odd.asked('token')).toEqual([])

  await panel.getByRole('button', { name: 'Try again' }).click()
  const again = await promptOf(app)
  await answerBy(again.getByRole('button', { name: 'Send it there' }))
  await expect(window.getByRole('tab', { name: /^Tools/ })).toBeVisible()
  expect(odd.asked('token')).toHaveLength(1)
})

test('nothing secret of a run reaches the window', async ({ start }) => {
  const { app, window } = await start({ protected: { url: odd.url } })
  const dialogs = await SystemDialogs.of(app)
  await window.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const { patchbay } = globalThis as unknown as { patchbay: Bridge }
    patchbay.on('authDebug.changed', (json) => heard.push(json))
  })
  await openDebugger(window, 'Debug authorization of protected')
  await window.getByRole('button', { name: 'Run and open your browser' }).click()
  await visit(dialogs)
  await expect(headline(window)).toHaveText(/^It works/)
  const told = await window.evaluate(() =>
    (globalThis as unknown as { heard: readonly string[] }).heard.join('\n')
  )
  const { access, refresh } = odd.authorization.tokens
  const secrets = [...access.keys(), ...refresh.keys(), odd.asked('token')[0]?.form['code'] ?? '?']
  expect(told).toContain('token-content')
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
})
