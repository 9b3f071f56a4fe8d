import { expect, it } from 'vitest'
import type { TrustRecord } from '../../../shared/servers/configuration'
import { matchRecords } from './match-records'

const files: TrustRecord = {
  hash: '1',
  decision: 'trusted',
  name: 'files',
  source: '/home/me/mcp.json',
  time: 1,
  what: 'node server.js',
  isUnused: false
}
const weather: TrustRecord = { ...files, hash: '2', name: 'weather', time: 2, decision: 'refused' }
const old: TrustRecord = { ...files, hash: '3', name: 'old', time: 3, isUnused: true }

it('lists the newest decision first', () => {
  expect(matchRecords([files, weather, old], '')).toEqual([old, weather, files])
})

it('finds a record by every word, whichever part it is in', () => {
  expect(matchRecords([files, weather, old], 'SERVER.js refused')).toEqual([weather])
  expect(matchRecords([files, weather, old], 'unused')).toEqual([old])
  expect(matchRecords([files, weather, old], 'files refused')).toEqual([])
})
