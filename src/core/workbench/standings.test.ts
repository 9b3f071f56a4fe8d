import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { CatalogueMemory } from '../catalogue/catalogue-memory'
import { fakeClock } from '../time/fake-clock'
import { LiveCatalogue } from '../session/catalogue'
import { Standings } from './standings'

const files = ServerId.parse('files')

/** A server that lists the tools of these names, with all that is told of it. */
function listing(names: string[]) {
  const clock = fakeClock()
  const catalogue = new LiveCatalogue({ clock, ttlMs: 0, onChange: () => undefined })
  catalogue.begin({
    capabilities: { tools: {} },
    isGuess: false,
    hasHeaders: false,
    followsEmptyCursor: false,
    ask: async () => ({
      kind: 'result',
      result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) }
    })
  })
  const told: number[] = []
  const standings = new Standings({
    clock,
    memory: new CatalogueMemory({ clock }),
    catalogueOf: () => catalogue,
    onChange: (serverId) => told.push(standings.report(serverId).changes.length)
  })
  return { clock, catalogue, standings, told }
}

describe('Changes in a catalogue', () => {
  it('are told even when somebody asked for a report in the meantime', async () => {
    const names = ['echo']
    const { clock, catalogue, standings, told } = listing(names)
    await catalogue.refresh()
    standings.compare(files)
    names.push('more')
    await catalogue.refresh()
    standings.compareSoon(files)
    standings.compare(files)
    expect(told).toEqual([])
    clock.pass(1_000)
    expect(told).toEqual([1])
  })

  it('are not told when there are none', async () => {
    const { clock, catalogue, standings, told } = listing(['echo'])
    await catalogue.refresh()
    standings.compare(files)
    await catalogue.refresh()
    standings.compareSoon(files)
    clock.pass(1_000)
    expect(told).toEqual([])
  })
})
