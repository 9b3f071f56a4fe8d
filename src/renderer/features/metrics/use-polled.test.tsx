// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawn } from '../../testing'
import { usePolled } from './use-polled'

type Props = {
  readonly name: string
  readonly ask: () => Promise<number>
  readonly everyMs?: number
}

function Asker({ name, ask, everyMs }: Props) {
  const { value, failure } = usePolled(name, ask, everyMs)
  return `${value ?? 'nothing'} ${failure ?? ''}`
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('usePolled', () => {
  it('asks again and again, and never a second time before the first is answered', async () => {
    let asked = 0
    const ask = (): Promise<number> =>
      new Promise((resolve) => setTimeout(() => resolve(asked), 5_000, ++asked))
    const place = await drawn(<Asker name="a" ask={ask} everyMs={1_000} />)
    await pass(4_000)
    expect([asked, place.textContent]).toEqual([1, 'nothing '])
    await pass(2_500)
    expect([asked, place.textContent]).toEqual([2, '1 '])
  })

  it('asks once where nothing changes any more', async () => {
    let asked = 0
    await drawn(<Asker name="a" ask={async () => ++asked} />)
    await pass(10_000)
    expect(asked).toBe(1)
  })

  it('keeps what it knows when it is refused, and says why', async () => {
    const answers = [Promise.resolve(7), Promise.reject(new Error('No.'))]
    answers[1]?.catch(() => undefined) // it is waited for later
    const ask = (): Promise<number> => answers.shift() ?? Promise.resolve(8)
    const place = await drawn(<Asker name="a" ask={ask} everyMs={1_000} />)
    await pass(1_000)
    expect(place.textContent).toBe('7 No.')
    await pass(1_000)
    expect(place.textContent).toBe('8 ')
  })
})
