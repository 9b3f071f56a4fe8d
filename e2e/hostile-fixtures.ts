/** A window with a server that says hostile things, and an address that tells on whoever loads them. */
import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { electronExecutable, expect, test as base, type Definition } from './fixtures'

type Fixtures = {
  /** An address that nobody has a reason to ask for anything, and what was asked of it. */
  readonly trap: { readonly address: string; readonly asked: string[] }
}

/** Payloads of every group whose tools and prompts are used, by the number in their names. */
export const CALLED = [
  '000',
  '026',
  '054',
  '080',
  '112',
  '136',
  '152',
  '160',
  '168',
  '170',
  '178'
] as const

/** What the browser says when a page in its sandbox tries something. Our own page has to try nothing. */
const REFUSAL =
  /because the (document|element)'s frame is sandboxed|Content Security Policy directive/

export const test = base.extend<Fixtures>({
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

export function hostile(address: string): Definition {
  const script = join(root, 'e2e/servers/hostile-strings.mjs')
  const env = { ELECTRON_RUN_AS_NODE: '1' }
  return { command: electronExecutable(), args: [script, address], env, maxRestarts: 0 }
}

export async function openHostile(window: Page): Promise<void> {
  const row = window.getByRole('navigation').getByRole('button', { name: /^hostile/ })
  await row.click()
  await window.getByRole('button', { name: 'Open hostile' }).click()
  await window.getByRole('option', { name: 'say-all' }).waitFor()
}
