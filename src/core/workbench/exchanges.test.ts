import { describe, expect, it } from 'vitest'
import { Exchanges } from './exchanges'

/** Answers with how it ended, once it is called off. */
function until(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('called off')))
}

describe('Exchanges', () => {
  it('let the next one take the place of the last with the same key', async () => {
    const exchanges = new Exchanges()
    const first = exchanges.run('a', until)
    const other = exchanges.run('b', async () => 'other')
    const second = exchanges.run('a', async (signal) => String(signal.aborted))
    expect(await Promise.all([first, other, second])).toEqual(['called off', 'other', 'false'])
  })

  it('are called off by their key, and by no other', async () => {
    const exchanges = new Exchanges()
    const running = exchanges.run('a', until)
    exchanges.cancel('b')
    exchanges.cancel('a')
    expect(await running).toBe('called off')
  })

  it('forget a key with its last question, also when that fails', async () => {
    const exchanges = new Exchanges()
    const failing = exchanges.run('a', async () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    exchanges.cancel('a')
    expect(await exchanges.run('a', async (signal) => signal.aborted)).toBe(false)
  })
})
