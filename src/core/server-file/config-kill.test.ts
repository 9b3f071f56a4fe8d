import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { bundle } from '../channel/bundle-testing'
import { ConfigFile } from './config-file'

const KILLS_A_LANE = 32
const LANES = 2
const MOST_EVENTS = 8

const base = mkdtempSync(join(tmpdir(), 'patchbay-kill-'))
afterAll(() => rmSync(base, { recursive: true }))

/** Large in bytes, so that writing takes a while, and quick to read. */
function bigText(word: string): string {
  const entries = Array.from(
    { length: 20 },
    (_, index) => `    "${word}-${index}": { "command": "${word}" }, // ${word.repeat(12_000)}`
  )
  return `{\n  "mcpServers": {\n${entries.join('\n')}\n  }\n}\n`
}

/** A writer is hit while it changes the folder; at which of its steps is left to chance. */
async function somethingHappensIn(folder: string): Promise<void> {
  let events = Math.floor(Math.random() * MOST_EVENTS) + 1
  await new Promise<void>((done) => {
    const watcher = watch(folder, () => {
      events -= 1
      if (events > 0) return
      watcher.close()
      done()
    })
  })
}

function straysIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.new'))
}

it(
  'leaves the old text or the new one, whenever it is killed, and the next writer cleans up',
  { timeout: 300_000 },
  async () => {
    const texts = [bigText('old'), bigText('new')]
    const samples = texts.map((text, index) => {
      const path = join(base, `sample-${index}.json`)
      writeFileSync(path, text)
      return path
    })
    const writer = await bundle(join(import.meta.dirname, 'config-kill-testing.ts'), base)

    async function kill(folder: string): Promise<void> {
      const path = join(folder, 'mcp.json')
      const args = [writer, path, join(folder, 'backup', 'mcp.json'), ...samples]
      const child = execFile(process.execPath, args, {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
      })
      const gone = once(child, 'exit')
      if (child.stdout) await Promise.race([once(child.stdout, 'data'), gone])
      await Promise.race([somethingHappensIn(folder), gone])
      child.kill('SIGKILL')
      expect(await gone).toEqual([null, 'SIGKILL'])
      expect(texts).toContain(readFileSync(path, 'utf8'))
      expect(texts).toContain(readFileSync(join(folder, 'backup', 'mcp.json'), 'utf8'))
      expect(straysIn(folder).length).toBeLessThanOrEqual(1)
    }

    async function lane(number: number): Promise<void> {
      const folder = join(base, `lane-${number}`)
      mkdirSync(folder)
      for (let kills = 0; kills < KILLS_A_LANE; kills += 1) await kill(folder)
      const file = new ConfigFile(join(folder, 'mcp.json'), join(folder, 'backup', 'mcp.json'))
      file.read()
      file.write('{}')
      expect(straysIn(folder)).toEqual([])
    }
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
  }
)
