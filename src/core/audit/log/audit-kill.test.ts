import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundle } from '../../channel/bundle-testing'
import { AuditReader } from './audit-query'
import { openAuditTables } from './audit-tables'
import { ALL_ROWS } from '../../ledger/audit-testing'
import { verifyAudit } from './audit-verify'

const KILLS_A_LANE = 50
const LANES = 2
const MOST_LINES = 12

const base = mkdtempSync(join(tmpdir(), 'patchbay-audit-kill-'))
afterAll(() => rmSync(base, { recursive: true }))

/** What a writer said of its records before it was hit, after so many lines. */
async function killed(writer: string, path: string, run: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [writer, path, run], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const gone = once(child, 'close')
  const enough = Math.floor(Math.random() * MOST_LINES) + 1
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.split('\n').length > enough) child.kill('SIGKILL')
  })
  expect(await gone).toEqual([null, 'SIGKILL'])
  return said.split('\n').slice(0, -1)
}

it(
  'loses nothing that it has said to be on disk, whenever it is killed, and marks what was interrupted',
  { timeout: 300_000 },
  async () => {
    const writer = await bundle(join(import.meta.dirname, 'audit-kill-testing.ts'), base)
    // Both write to the same file, as the app and the command line do.
    const path = join(base, 'audit.db')
    openAuditTables(path).close()

    async function lane(name: string): Promise<readonly string[]> {
      const said: string[] = []
      for (let kill = 0; kill < KILLS_A_LANE; kill++) {
        said.push(...(await killed(writer, path, `${name}${kill}`)))
      }
      return said
    }
    const lanes = Array.from({ length: LANES }, (_, number) => lane(`lane${number}-`))
    const said = (await Promise.all(lanes)).flat()

    const database = openAuditTables(path)
    const endings = new Map(
      database
        .prepare('SELECT token, ending FROM audit_detail')
        .all()
        .map(({ token, ending }) => [String(token), ending])
    )
    const tokens = (word: string): readonly string[] =>
      said.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
    expect(tokens('begun').filter((token) => !endings.has(token))).toEqual([])
    expect(tokens('ended').filter((token) => endings.get(token) !== 'ok')).toEqual([])

    const open = [...endings.values()].filter((ending) => ending === null).length
    const interrupted = new AuditReader(database).count({ text: '', status: 'interrupted' })
    expect(interrupted.matched).toBe(open)
    expect(new AuditReader(database).rows({ text: '', status: 'running' }, ALL_ROWS)).toEqual([])
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    database.close()
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: true, records: endings.size })
  }
)
