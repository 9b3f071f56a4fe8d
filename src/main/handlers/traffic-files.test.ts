import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../core/time/clock'
import { got } from '../../core/wire/scripted-frames'
import { TrafficLog } from '../../core/traffic/traffic-log'
import { Tap } from '../../core/wire/tap'
import { ServerId } from '../../shared/protocol/ids'
import type { SystemDialogs } from './config-handlers'
import { trafficFileHandlers } from './traffic-files'
import { keptTraffic } from './traffic-testing'

const base = mkdtempSync(join(tmpdir(), 'patchbay-traffic-files-'))
afterAll(() => rmSync(base, { recursive: true }))
let folders = 0

/** Two frames, and a person who chooses this file in a folder of its own. */
function handlers(name: string | undefined) {
  const folder = join(base, String(++folders))
  mkdirSync(folder)
  const path = name === undefined ? undefined : join(folder, name)
  const suggested: string[] = []
  const dialogs: Pick<SystemDialogs, 'choosePlace' | 'chooseFile'> = {
    choosePlace: async (suggestion) => {
      suggested.push(suggestion)
      return path
    },
    chooseFile: async () => path
  }
  const log = new TrafficLog()
  const tap = new Tap(log, ServerId.parse('demo'), systemClock)
  for (const { origin, raw } of got(1, 'tools/call', { name: 'echo' }, { content: [] })) {
    tap.frame(origin, raw, raw.length)
  }
  const kept = keptTraffic(log)
  kept.traffic.flush()
  const { traffic } = kept
  const routes = trafficFileHandlers({ traffic, dialogs: dialogs as SystemDialogs, version: '1' })
  return { routes, ...kept, folder, path: path ?? '', suggested }
}

describe('the handlers of files of traffic', () => {
  it('write where the person wants it, for them only, and read it again', async () => {
    const { routes, live, store, path, suggested, folder } = handlers('mine.jsonl')
    const what = { recording: live }
    expect(await routes['traffic.export']({ form: 'lines', what })).toEqual({
      ...{ entries: 2, hidden: 0, leftOut: 0 },
      path
    })
    expect([suggested, readdirSync(folder)]).toEqual([['traffic.jsonl'], ['mine.jsonl']])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const imported = (await routes['traffic.import']({})) ?? 0
    expect(store.list()[0]).toMatchObject({ id: imported, source: 'file', entries: 2 })
  })

  it('write a report in place of another file, for the person only', async () => {
    const { routes, path, suggested, folder } = handlers('call.md')
    writeFileSync(path, 'before', { mode: 0o644 })
    const report = await routes['traffic.export']({ form: 'report', what: { seq: 1 } })
    expect([report, suggested]).toEqual([
      { entries: 1, hidden: 0, leftOut: 0, path },
      ['frame-1.md']
    ])
    expect(readFileSync(path, 'utf8')).toMatch(/^# tools\/call echo\n/)
    expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['call.md']])
  })

  it('leave the file as it was when the report cannot be made', async () => {
    const { routes, path } = handlers('call.md')
    writeFileSync(path, 'before')
    const exporting = routes['traffic.export']({ form: 'report', what: { seq: 99 } })
    await expect(exporting).rejects.toThrow('Frame 99 is no longer kept.')
    expect(readFileSync(path, 'utf8')).toBe('before')
  })

  it('say why a file cannot be written', async () => {
    const { routes, live, path } = handlers(join('no', 'such', 'folder.har'))
    const exporting = routes['traffic.export']({ form: 'har', what: { recording: live } })
    await expect(exporting).rejects.toMatchObject({
      code: 'STORAGE',
      message: `Cannot write ${path}: its folder is not there.`
    })
  })

  it('do nothing for a person who chooses nothing', async () => {
    const { routes, live, store } = handlers(undefined)
    const what = { recording: live }
    expect([
      await routes['traffic.export']({ form: 'lines', what }),
      await routes['traffic.import']({}),
      store.list().length
    ]).toEqual([null, null, 1])
  })
})
