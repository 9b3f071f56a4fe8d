import { expect, it } from 'vitest'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { FAULTY, useFaultBenches } from '../workbench/fault-testing'
import { connect, listen, REMOTE, usual } from '../workbench/http-testing'

const { bench } = useFaultBenches()

function about(entries: readonly TrafficEntry[], method: string): readonly TrafficEntry[] {
  return entries.filter((entry) => entry.method === method)
}

it('marks automatic pings and their answers, and no ping that you sent', async () => {
  const faulty = bench('plain', undefined, { healthIntervalMs: 100 })
  await faulty.open()
  await expect.poll(() => about(faulty.entries, 'ping').length).toBeGreaterThan(1)
  expect(about(faulty.entries, 'ping').every(({ isBackground }) => isBackground)).toBe(true)
  expect(about(faulty.entries, 'tools/list').some(({ isBackground }) => isBackground)).toBe(false)
  const quiet = bench('plain')
  await quiet.open()
  await quiet.workbench.probe(FAULTY)
  expect(about(quiet.entries, 'ping').map(({ isBackground }) => isBackground)).toEqual([
    undefined,
    undefined
  ])
})

it('marks the question for the era, but not how a server of the newer era introduces itself', async () => {
  const marked = (entries: readonly TrafficEntry[]) =>
    about(entries, 'server/discover').map(({ kind, isBackground }) => [kind, isBackground])
  const older = bench('plain', 'go', { era: 'auto' })
  await older.open()
  expect(marked(older.entries)).toEqual([
    ['request', true],
    ['error', true]
  ])
  const newer = bench('offers', 'modern', { era: 'auto' })
  await newer.open()
  expect(marked(newer.entries)).toEqual([
    ['request', true],
    ['result', undefined]
  ])
})

it('shows what HTTP says to the question for the era when the server fails it', async () => {
  const { url } = await listen(({ message }, response) => {
    if (message.method === 'server/discover') response.writeHead(500).end('out of cheese')
    return usual(message)
  })
  const workbench = connect(url, 'streamable-http')
  await workbench.open(REMOTE).catch(() => undefined)
  const exchanges = workbench.log.tail(100).filter(({ text }) => text?.includes('→ 500') === true)
  expect(exchanges.map(({ isBackground }) => isBackground)).not.toContain(true)
  expect(exchanges.length).toBeGreaterThan(0)
})
