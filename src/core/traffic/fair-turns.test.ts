import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { fakeClock } from '../time/fake-clock'
import { FairTurns } from './fair-turns'

const TALKER = ServerId.parse('talker')
const OTHER = ServerId.parse('other')

function twoServers() {
  const clock = fakeClock()
  const turns = new FairTurns()
  return { clock, talker: turns.of(TALKER, clock), other: turns.of(OTHER, clock) }
}

function talk(turn: { heard: (bytes: number) => void }, frames: number, bytes = 100): void {
  for (let frame = 0; frame < frames; frame++) turn.heard(bytes)
}

describe('FairTurns', () => {
  it('lets a server talk without a pause while nobody waits for another', () => {
    const { talker } = twoServers()
    talker.asked()
    talk(talker, 10_000)
    expect(talker.pause()).toBeUndefined()
  })

  it('pauses a server after each turn while another one has been asked', async () => {
    const { clock, talker, other } = twoServers()
    other.asked()
    talk(talker, 63)
    expect(talker.pause()).toBeUndefined()
    talk(talker, 1)
    const pause = talker.pause()
    expect(pause).toBeInstanceOf(Promise)
    clock.pass(12)
    await pause
    talk(talker, 1, 64 * 1024)
    expect(talker.pause()).toBeInstanceOf(Promise)
  })

  it('pauses a server that writes a line without an end', () => {
    const { talker, other } = twoServers()
    other.asked()
    talker.read(256 * 1024 - 1)
    expect(talker.pause()).toBeUndefined()
    talker.read(1)
    expect(talker.pause()).toBeInstanceOf(Promise)
    talker.read(1)
    expect(talker.pause()).toBeUndefined()
  })

  it('no longer waits for an answer that is a second late, or can never come', () => {
    const { clock, talker, other } = twoServers()
    other.asked()
    clock.pass(1_000)
    talk(talker, 64)
    expect(talker.pause()).toBeUndefined()
    other.asked()
    other.end()
    talk(talker, 64)
    expect(talker.pause()).toBeUndefined()
  })
})
