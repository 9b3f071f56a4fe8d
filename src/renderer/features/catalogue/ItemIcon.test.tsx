// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import type { Bridge } from '../../../shared/ipc/ipc-wire'
import { drawn } from '../../testing'
import { iconAddresses } from './item-icon'
import { ItemIcon } from './ItemIcon'

const demo = 'demo' as ServerId
const asked: string[] = []
const PICTURE = 'data:image/png;base64,AAAA'

/** Main as it answers: it lets only one of the pictures be shown. */
const patchbay: Bridge = {
  request: async (_route, inputJson) => {
    const { src } = JSON.parse(inputJson) as { src: string }
    asked.push(src)
    return JSON.stringify({ ok: true, value: src === 'https://own/b.png' ? PICTURE : null })
  },
  on: () => () => undefined,
  pathOf: () => ''
}
beforeEach(() => {
  asked.length = 0
  Object.assign(window, { patchbay })
})

async function shown(icons: unknown): Promise<string | null | undefined> {
  const place = await drawn(<ItemIcon serverId={demo} icons={icons} />)
  await act(async () => undefined)
  return place.querySelector('img')?.getAttribute('src')
}

describe('the icon of something in a catalogue', () => {
  it('is the first that main lets be shown, and never its address itself', async () => {
    const icons = [{ src: 'javascript:alert(1)' }, { src: 'https://own/b.png' }, { src: 'c' }]
    expect(await shown(icons)).toBe(PICTURE)
    expect(asked).toEqual(['javascript:alert(1)', 'https://own/b.png'])
    await shown([{ src: 'https://own/b.png' }])
    expect(asked).toHaveLength(2)
  })

  it('is not there when none may be shown, or what was sent is odd', async () => {
    for (const icons of [undefined, 'x', [], [null, { src: 7 }], [{ src: 'file:///etc/passwd' }]]) {
      expect(await shown(icons)).toBeUndefined()
    }
  })

  it('is one for this theme, and not one of very many', () => {
    const icons = [{ src: 'dark', theme: 'dark' }, { src: 'any' }, { src: 'light', theme: 'light' }]
    expect(iconAddresses(icons, false)).toEqual(['any', 'light'])
    expect(iconAddresses(icons, true)).toEqual(['dark', 'any'])
    expect(iconAddresses(Array(1_000).fill({ src: 'a' }), true)).toHaveLength(3)
  })
})
