import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import {
  DEFAULT_PREFERENCES,
  GUARDED_SETTINGS,
  withChange,
  type Preferences
} from '../../shared/ipc/preferences'
import { ChangedPreferences } from '../../shared/ipc/preferences-schema'
import { fakeClock } from '../time/fake-clock'
import { PreferencesFile } from './preferences-file'
import { auditSettingsOf, historyLimitOf, isTextCut, trafficLimitsOf } from './retention'

const MAIL = ServerId.parse('user:mail')
const CHOSEN: Preferences = {
  ...DEFAULT_PREFERENCES,
  theme: 'dark',
  auditDays: 3_000,
  auditMegabytes: 50_000,
  auditFolder: '/srv/audit',
  auditCutServers: [MAIL],
  auditAskedServers: [MAIL],
  trafficDays: 90,
  historyLimit: 7
}

describe('the settings', () => {
  let path = ''
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'patchbay-settings-')), 'preferences.json')
    open().write(CHOSEN)
  })
  afterEach(() => rmSync(join(path, '..'), { recursive: true }))

  const open = (isReader = false): PreferencesFile =>
    new PreferencesFile(path, { clock: fakeClock(), isReader })
  const change = (fields: object): void => {
    const written = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...written, ...fields }))
  }
  const unreadOf = ({ before }: PreferencesFile) => before.unread.map(({ setting }) => setting)

  it('are all there in the next run', () => {
    expect([open().before, open().loss]).toEqual([CHOSEN, undefined])
  })

  it('lose one field to a word that nobody knows, and no other', () => {
    change({ dock: 'left' })
    const { before, loss } = open()
    expect(before).toEqual({ ...CHOSEN, dock: DEFAULT_PREFERENCES.dock })
    expect(loss?.lost).toEqual([{ field: 'dock', isWhole: true }])
  })

  it.each(GUARDED_SETTINGS)('delete and show nothing more when %s is lost', (setting) => {
    change({ [setting]: 'x' })
    for (const isReader of [true, false, false]) {
      const { before } = open(isReader)
      expect(before.unread.map((unread) => unread.setting)).toEqual([setting])
      const limits = { ...auditSettingsOf(before), ...trafficLimitsOf(before) }
      const area = setting.startsWith('audit') ? auditSettingsOf(before) : trafficLimitsOf(before)
      if (setting === 'auditCutServers') expect(isTextCut(before, ServerId.parse('x'))).toBe(true)
      else if (setting === 'historyLimit') expect(historyLimitOf(before)).toBe(Infinity)
      else expect(area).toMatchObject({ bytes: Number.MAX_SAFE_INTEGER, days: 36_500 })
      expect(limits.folder).toBe('/srv/audit')
    }
  })

  it('are held back when one of several servers in a list is lost', () => {
    change({ auditCutServers: [MAIL, 7] })
    expect(isTextCut(open().before, ServerId.parse('user:other'))).toBe(true)
  })

  it.each(['', '\n', '{"auditDays": 3O00}', '{"auditDays":', '[]'])(
    'delete nothing when the file holds %j, until each is chosen again',
    (text) => {
      writeFileSync(path, text)
      const first = open()
      expect(unreadOf(first)).toEqual(GUARDED_SETTINGS)
      expect(readFileSync(first.loss?.path ?? '', 'utf8')).toBe(text)
      first.write(withChange(first.before, { theme: 'light', auditDays: 365 }))
      const second = open()
      expect(second.loss).toBeUndefined()
      expect(unreadOf(second)).toEqual(GUARDED_SETTINGS.filter((name) => name !== 'auditDays'))
      expect(second.before.unread[0]?.copy).toBe(first.loss?.path)
      const { auditMegabytes, auditCutServers, trafficDays, trafficMegabytes, historyLimit } =
        DEFAULT_PREFERENCES
      const all = { auditMegabytes, auditCutServers, trafficDays, trafficMegabytes, historyLimit }
      second.write(withChange(second.before, all))
      expect(unreadOf(open())).toEqual([])
      expect(auditSettingsOf(open().before)).toMatchObject({ days: 365 })
    }
  )

  it('are all held back when it is not known any more which were', () => {
    change({ unread: 'x' })
    expect(unreadOf(open())).toEqual(GUARDED_SETTINGS)
  })

  it('never take anything with them, whichever byte of the file is another', () => {
    const good = readFileSync(path)
    const [digits, id] = [good.indexOf('3000'), good.indexOf(MAIL)]
    for (let at = 0; at < good.length; at += 1) {
      const flipped = Buffer.from(good)
      flipped[at] = (good[at] ?? 0) ^ 0x01
      writeFileSync(path, flipped)
      const { before, loss } = open()
      const { days } = auditSettingsOf(before)
      const isCut = isTextCut(before, MAIL)
      // A digit or a letter of an id may have become another that makes sense.
      const isDays = at >= digits && at < digits + 4
      const isId = at >= id && at < id + MAIL.length
      expect([at, isDays || days >= 3_000, isId || isCut]).toEqual([at, true, true])
      if (loss) expect(readFileSync(loss.path)).toEqual(flipped)
      for (const name of readdirSync(join(path, '..'))) rmSync(join(path, '..', name))
    }
  })

  it('hold what a newer version wrote inside a setting', () => {
    const { trafficList, samplingModel } = CHOSEN
    const newer = {
      trafficList: { ...trafficList, density: 2 },
      trafficFilters: [{ name: 'a', query: 'b', color: 'red' }],
      samplingModel: { ...samplingModel, temperature: 1 },
      unread: [{ setting: 'auditDays', copy: 'x', since: 3 }]
    }
    change(newer)
    open().write({ ...open().before, theme: 'light' })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ ...newer, theme: 'light' })
    const changed = ChangedPreferences.parse({ trafficList: newer.trafficList })
    expect(changed).toEqual({ trafficList: newer.trafficList })
  })

  it('hold as a rest what a newer version wrote', () => {
    change({ version: 2, sidebar: { isWide: true } })
    open().write({ ...open().before, theme: 'light' })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      version: 2,
      sidebar: { isWide: true },
      theme: 'light'
    })
  })
})
