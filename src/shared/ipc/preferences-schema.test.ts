import { describe, expect, it } from 'vitest'
import { ipcRequests } from './ipc-contract'
import { DEFAULT_PREFERENCES, GUARDED_SETTINGS } from './preferences'
import { PreferencesSchema, StoredPreferences } from './preferences-schema'

describe('preferences', () => {
  it('are read from a file that is older than some of them', () => {
    const older = { theme: 'dark', dock: 'right', layouts: {} }
    const stored = StoredPreferences.parse(older)
    expect({ ...DEFAULT_PREFERENCES, ...stored }).toEqual({ ...DEFAULT_PREFERENCES, ...older })
    // Nothing is deleted by a number that nobody has written down.
    expect(GUARDED_SETTINGS.filter((name) => name in stored)).toEqual([])
  })

  it('are left as they are by a change of others', () => {
    expect(ipcRequests['preferences.set'].input.parse({ theme: 'dark' })).toEqual({ theme: 'dark' })
  })

  it('have a limit for the history that is bounded itself', () => {
    const isValid = (historyLimit: unknown): boolean =>
      PreferencesSchema.safeParse({ ...DEFAULT_PREFERENCES, historyLimit }).success
    expect([0, 50, 1_000].map(isValid)).toEqual([true, true, true])
    expect([-1, 1_001, 1.5, '5', undefined].map(isValid)).toEqual([
      false,
      false,
      false,
      false,
      false
    ])
  })

  it('say how traffic is listed, and keep filters that have a name', () => {
    const isValid = (change: unknown): boolean =>
      ipcRequests['preferences.set'].input.safeParse(change).success
    const trafficList = { ...DEFAULT_PREFERENCES.trafficList, hidden: ['size'], widths: { id: 64 } }
    expect(isValid({ trafficList })).toBe(true)
    expect(isValid({ trafficList: { ...trafficList, hidden: ['colour'] } })).toBe(false)
    expect(isValid({ trafficList: { ...trafficList, widths: { id: -1 } } })).toBe(false)
    expect(isValid({ trafficFilters: [{ name: 'Slow', query: 'is:slow' }] })).toBe(true)
    expect(isValid({ trafficFilters: [{ name: '', query: 'is:slow' }] })).toBe(false)
  })

  it('say where a model is asked, and leave that to main', () => {
    const samplingModel = { baseUrl: 'https://a.test/v1', model: 'm', keyName: 'K' }
    const newer = { ...DEFAULT_PREFERENCES, samplingModel: { ...samplingModel, later: 1 } }
    expect(StoredPreferences.parse(newer)).toEqual(newer)
    const { input } = ipcRequests['preferences.set']
    expect(input.safeParse({ samplingModel }).success).toBe(false)
    expect(input.safeParse({ samplingPerMinute: 0 }).success).toBe(false)
    expect(input.safeParse({ samplingPerMinute: 1 }).success).toBe(true)
  })
})
