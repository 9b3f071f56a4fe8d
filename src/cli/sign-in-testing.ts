/** What the tests of signing in share: a protected server in a file, and a browser that does as it is told. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from '../core/auth/fakes/fake-authorization-server'
import { folder, keyring, patchbay } from './testing'

const servers: OddAuthorizationServer[] = []

/** After each test. */
export async function leaveDesks(): Promise<void> {
  keyring.fault = undefined
  for (const server of servers.splice(0)) await server.close()
}

type Desk = { readonly odd: OddAuthorizationServer; readonly where: readonly string[] }

let desks = 0

/** A protected server `mine` in a file, and a profile where nobody has signed in yet. */
export async function deskWith(options: OddOptions = {}, definition: object = {}): Promise<Desk> {
  const odd = await startOddAuthorizationServer(options)
  servers.push(odd)
  const place = join(folder, `desk-${++desks}`)
  mkdirSync(place)
  const config = join(place, 'servers.json')
  const mine = { url: odd.url, type: 'http', era: 'legacy', ...definition }
  writeFileSync(config, JSON.stringify({ mcpServers: { mine } }))
  return { odd, where: ['--config', config, '--profile', join(place, 'profile')] }
}

/** A program that does what a person does in a browser, and writes down where it has been. */
export function browser(): { readonly BROWSER: string; readonly visited: () => string } {
  const script = join(folder, 'browser.mjs')
  const visited = join(folder, `visited-${desks}`)
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
writeFileSync(process.argv[2], process.argv[3])
const page = await fetch(process.argv[3], { redirect: 'manual' })
await fetch(page.headers.get('location'))`
  )
  return {
    BROWSER: `${process.execPath} ${script} ${visited}`,
    visited: () => readFileSync(visited, 'utf8')
  }
}

export async function signedIn(options?: OddOptions): Promise<Desk> {
  const desk = await deskWith(options)
  const { BROWSER } = browser()
  const { code, stderr } = await patchbay(['login', 'mine', ...desk.where], undefined, { BROWSER })
  if (code !== 0) throw new Error(stderr)
  return desk
}
