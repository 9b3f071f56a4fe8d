// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawn } from '../testing'
import { useAsked } from './use-asked'

type Props = {
  readonly name: string
  readonly ask: () => Promise<number>
  readonly everyMs?: number
}

function Asker({ name, ask, everyMs }: Props) {
  const { value, failure } = useAsked(name, ask, { everyMs })
  return `${value ?? 'nothing'} ${failure ?? ''}`
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('useAsked', () => {
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

  it('asks anew for another version, and shows nothing of another question', async () => {
    const answers = [Promise.resolve(1), Promise.resolve(2), new Promise<number>(() => {})]
    const ask = (): Promise<number> => answers.shift() ?? Promise.resolve(8)
    let set: (shown: { readonly name: string; readonly version: number }) => void = () => {}
    function Changing() {
      const [shown, setShown] = useState({ name: 'a', version: 1 })
      useEffect(() => {
        set = setShown
      }, [])
      return useAsked(shown.name, ask, { version: shown.version }).value ?? 'nothing'
    }
    const place = await drawn(<Changing />)
    expect(place.textContent).toBe('1')
    await act(async () => set({ name: 'a', version: 2 }))
    expect(place.textContent).toBe('2')
    await act(async () => set({ name: 'b', version: 2 }))
    expect(place.textContent).toBe('nothing')
  })

  it('tells of a failure once, and keeps nothing of another question with it', async () => {
    const told: unknown[] = []
    const no = new Error('No.')
    function Failing({ name }: { readonly name: string }) {
      const ask = async (): Promise<number> => {
        if (name === 'b') throw no
        return 7
      }
      const { value, failure } = useAsked(name, ask, { onFailure: (error) => told.push(error) })
      return `${value ?? 'nothing'} ${failure ?? ''}`
    }
    let set: (name: string) => void = () => {}
    function Both() {
      const [name, setName] = useState('a')
      useEffect(() => {
        set = setName
      }, [])
      return <Failing name={name} />
    }
    const place = await drawn(<Both />)
    expect(place.textContent).toBe('7 ')
    await act(async () => set('b'))
    expect([place.textContent, told]).toEqual(['nothing No.', [no]])
  })
})
