// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import type { Bridge } from '../../../shared/ipc/ipc-wire'
import { drawn } from '../../testing'
import { setFlat, startTreeViews, toggleFolder, useTreeView } from './resource-tree'
import { foldGroup, setGrouped, startGroupings, useGrouping } from './tool-groups'

const demo = 'demo' as ServerId
const other = 'other' as ServerId

/** What main keeps, by its key. */
const kept = new Map<string, string>()
const patchbay: Bridge = {
  request: async (_route, inputJson) => {
    const { key, text } = JSON.parse(inputJson) as { key: string; text?: string }
    if (text === undefined) kept.delete(key)
    else kept.set(key, text)
    return '{"ok":true}'
  },
  on: () => () => undefined,
  pathOf: () => ''
}
beforeEach(() => void Object.assign(window, { patchbay }))

function Views({ serverId }: { readonly serverId: ServerId }) {
  const { isGrouped, folded } = useGrouping(serverId)
  const { isFlat, closed } = useTreeView(serverId)
  return <p>{JSON.stringify([isGrouped, [...folded], isFlat, [...closed]])}</p>
}

async function views(serverId: ServerId): Promise<unknown> {
  const place = await drawn(<Views serverId={serverId} />)
  return JSON.parse(place.textContent ?? '')
}

describe('how lists are shown', () => {
  it('is kept for each server, and nothing is kept of what is as it was at first', async () => {
    setGrouped(demo, false)
    foldGroup(demo, 'file_', true)
    toggleFolder(demo, 'a/b')
    expect(await views(demo)).toEqual([false, ['file_'], false, ['a/b']])
    expect(await views(other)).toEqual([true, [], false, []])
    expect([...kept.values()]).toEqual([
      '{"isGrouped":false,"folded":["file_"]}',
      '{"closed":["a/b"]}'
    ])
    setGrouped(demo, true)
    foldGroup(demo, 'file_', false)
    toggleFolder(demo, 'a/b')
    expect(kept.size).toBe(0)
  })

  it('is as it was when the window begins anew', async () => {
    await act(async () => {
      startGroupings([{ key: '["tool list","other",""]', text: '{"folded":["x_",7]}' }])
      startTreeViews([{ key: '["resource list","other",""]', text: '{"isFlat":true}' }])
    })
    expect(await views(other)).toEqual([true, ['x_'], true, []])
    await act(async () => setFlat(other, false))
    expect(await views(other)).toEqual([true, ['x_'], false, []])
  })
})
