/** Exchanges with an authorization server, as they stand in the traffic of a recording. */
import { writeFileSync } from 'node:fs'
import { axeFindings } from './axe'
import { expect, test } from './fixtures'
import { SystemDialogs } from './system-dialogs'

const METADATA = 'https://as.test/.well-known/oauth-authorization-server'
const TOKEN = 'https://as.test/token'

type Line = Readonly<Record<string, unknown>>

function line(seq: number, rest: Line): string {
  const time = new Date(Date.UTC(2026, 0, 1, 12, 0, seq)).toISOString()
  const base = { seq, time, server: 'remote', origin: 'workbench', kind: 'auth', violations: [] }
  return JSON.stringify({ ...base, ...rest })
}

const RECORDING = [
  line(1, { method: 'GET', target: METADATA, raw: `GET ${METADATA}\naccept: application/json` }),
  line(2, {
    ...{ origin: 'server', method: 'GET', target: METADATA, answers: 1, status: 404, tookMs: 12 },
    raw: 'HTTP/1.1 404 Not Found\ncontent-length: 0'
  }),
  line(3, {
    ...{ method: 'POST', target: TOKEN },
    raw: `POST ${TOKEN}\ncontent-type: application/x-www-form-urlencoded\n\ngrant_type=authorization_code&code=•••`
  }),
  line(4, {
    ...{ origin: 'server', method: 'POST', target: TOKEN, answers: 3, status: 200, tookMs: 34 },
    raw: 'HTTP/1.1 200 OK\ncontent-type: application/json\n\n{"access_token":"•••","expires_in":3600}'
  }),
  line(5, { kind: 'request', raw: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })
].join('\n')

/** As they stand in the list, each with its reply. */
const EXCHANGES = [
  [1, `GET  ${METADATA}`, '404', '12 ms'],
  [3, `POST  ${TOKEN}`, '200', '34 ms']
] as const

function sizeOf(seq: number): string {
  const { raw } = JSON.parse(RECORDING.split('\n')[seq - 1] ?? '') as { readonly raw: string }
  return `${Buffer.byteLength(raw)} B`
}

test('an exchange with an authorization server is a row, a lane and a readable detail', async ({
  running: { app, window }
}) => {
  const file = test.info().outputPath('sign-in.jsonl')
  writeFileSync(file, `${RECORDING}\n`)
  const dialogs = await SystemDialogs.of(app)
  await dialogs.choose(file)
  await window.getByRole('button', { name: 'Export and import' }).click()
  await window.getByRole('menuitem', { name: 'Import traffic…' }).click()
  const grid = window.getByRole('grid', { name: 'Traffic' })
  await expect(grid.locator('[data-seq]')).toHaveCount(5)
  await window.getByRole('button', { name: 'How rows are shown' }).click()
  await window.getByRole('menuitemcheckbox', { name: /^Pairs/ }).click()
  await expect(grid.locator('[data-seq]')).toHaveCount(3)

  const filter = window.getByRole('combobox', { name: /filter/i })
  await filter.fill('kind:a')
  await expect(window.getByRole('option', { name: /^auth/ })).toBeVisible()
  await filter.fill('kind:auth')
  await expect(grid.locator('[data-seq]')).toHaveCount(2)
  for (const [seq, subject, status, took] of EXCHANGES) {
    const cell = (column: string) => grid.locator(`[data-seq="${seq}"] [data-column="${column}"]`)
    await expect(cell('subject')).toHaveText(subject)
    await expect(cell('status')).toHaveText(status)
    await expect(cell('took')).toHaveText(took)
    await expect(cell('size')).toHaveText(sizeOf(seq + 1))
    const both = `Request ${sizeOf(seq)}, answer ${sizeOf(seq + 1)}`
    await expect(cell('size').getByTitle(both)).toBeVisible()
  }

  await grid.locator('[data-seq="3"]').click()
  const frame = window.getByRole('region', { name: 'Frame', exact: true })
  await expect(frame).toContainText('Sent by Patchbay, to sign in')
  await expect(frame.getByRole('region', { name: 'Request' })).toContainText(`POST ${TOKEN}`)
  await expect(frame.getByRole('region', { name: 'Answer' })).toContainText('"access_token": "•••"')
  await frame.getByRole('radio', { name: 'Headers' }).click()
  await expect(window.getByRole('region', { name: 'HTTP headers' })).toContainText(
    /content-type\s*application\/x-www-form-urlencoded/
  )
  const findings = await axeFindings({ app, window }, { name: 'a sign-in' })

  await grid.locator('[data-seq="1"]').click()
  await frame.getByRole('button', { name: 'More to do with this frame' }).click()
  await expect(window.getByRole('menuitem', { name: 'Edit and resend…' })).toHaveCount(0)
  await window.getByRole('menuitem', { name: 'Copy as curl' }).click()
  await expect(
    window.getByText('#1 is copied as a command of curl.', { exact: true })
  ).toBeVisible()
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(
    `curl -sS ${METADATA} \\\n  -H 'accept: application/json'`
  )

  await filter.fill('')
  await window.getByRole('radio', { name: 'Timeline' }).click()
  await expect(window.getByRole('group', { name: 'remote, sign-in' })).toBeVisible()
  await expect(window.getByRole('option', { name: /^POST \/token 34 ms, ok/ })).toBeVisible()
  expect(findings).toEqual([])
})
