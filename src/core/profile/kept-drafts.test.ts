import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Redactor } from '../redaction/redaction'
import { fakeClock } from '../time/fake-clock'
import { KeptDrafts } from './kept-drafts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-drafts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function open(name: string, redact = (json: string) => json.replaceAll('hunter2', '•••')) {
  const path = join(folder, name)
  const clock = fakeClock()
  const complaints: string[] = []
  const drafts = new KeptDrafts({
    path,
    clock,
    redact,
    complain: (message) => void complaints.push(message),
    onLoss: ({ message }) => void complaints.push(message)
  })
  return { drafts, clock, path, complaints }
}

describe('kept drafts', () => {
  it('are there after a restart, in the order in which they were changed', async () => {
    const { drafts } = open('restart.json')
    await drafts.keep('a', '{"x":')
    await drafts.keep('b', '')
    await drafts.keep('a', '{"x":1')
    await drafts.flush()
    expect(await open('restart.json').drafts.list()).toEqual([
      { key: 'b', text: '' },
      { key: 'a', text: '{"x":1' }
    ])
  })

  it('are forgotten when there is no text', async () => {
    const { drafts } = open('forgotten.json')
    await drafts.keep('a', 'one')
    await drafts.keep('a', undefined)
    await drafts.flush()
    expect(await open('forgotten.json').drafts.list()).toEqual([])
  })

  it('are written once for many keys that are pressed', async () => {
    const { drafts, clock, path } = open('debounced.json')
    for (const text of ['h', 'he', 'hel']) await drafts.keep('a', text)
    expect(existsSync(path)).toBe(false)
    expect(clock.timers.size).toBe(1)
    clock.pass(500)
    await drafts.flush()
    expect(readFileSync(path, 'utf8')).toContain('"hel"')
  })

  it('hold no secret, and nobody else can read them', async () => {
    const { drafts, path } = open('secret.json')
    await drafts.keep('a', 'it is hunter2')
    await drafts.flush()
    expect(readFileSync(path, 'utf8')).not.toContain('hunter2')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('are bounded by number and by size, and the oldest go first', async () => {
    const { drafts } = open('bounded.json')
    for (let number = 0; number < 502; number += 1) await drafts.keep(`k${number}`, 'x')
    const listed = await drafts.list()
    expect([listed.length, listed[0]?.key]).toEqual([500, 'k2'])
    const text = 'x'.repeat(16_000_000)
    for (let number = 0; number < 5; number += 1) await drafts.keep(`large ${number}`, text)
    expect((await drafts.list()).map(({ key }) => key)).toEqual([
      'large 1',
      'large 2',
      'large 3',
      'large 4'
    ])
  })

  it('are found by their keys again, whatever secret is in these', async () => {
    const redactor = new Redactor()
    redactor.add(['staging'])
    const redact = (json: string): string => redactor.redactJson(json)
    const { drafts, path } = open('keys.json', redact)
    await drafts.keep('user:staging deploy', '{"to":"staging"}')
    await drafts.flush()
    expect(await open('keys.json', redact).drafts.list()).toEqual([
      { key: 'user:staging deploy', text: '{"to":"•••"}' }
    ])
    expect(readFileSync(path, 'utf8')).not.toContain('to\\":\\"staging')
  })

  it('begin anew when the file is broken, and put that aside', async () => {
    const { drafts, path, complaints } = open('broken.json')
    writeFileSync(path, '{"version":1,"drafts":[{')
    expect(await drafts.list()).toEqual([])
    expect(complaints).toEqual([expect.stringContaining(`${path}.broken-0`)])
    expect(readFileSync(`${path}.broken-0`, 'utf8')).toBe('{"version":1,"drafts":[{')
    await drafts.keep('a', 'new')
    await drafts.flush()
    expect(await open('broken.json').drafts.list()).toEqual([{ key: 'a', text: 'new' }])
  })

  it('stay where they are when the file cannot be read, and that is said once', async () => {
    const { drafts, path, complaints } = open('folder.json')
    mkdirSync(path)
    expect(await drafts.list()).toEqual([])
    await expect(drafts.keep('a', 'new')).rejects.toMatchObject({ code: 'STORAGE' })
    await drafts.keep('a', 'newer')
    await drafts.flush()
    expect(statSync(path).isDirectory()).toBe(true)
    expect(complaints).toEqual([expect.stringContaining(`${path} cannot be read`)])
  })
})
