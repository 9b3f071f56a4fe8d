import { beforeEach, expect, it, vi } from 'vitest'
import type { CallReport } from '../shared/call'
import { CallId, ServerId } from '../shared/ids'
import type { Bridge } from '../shared/ipc-wire'
import { moveServer } from './move-server'
import { callsOf, updateCalls, useCalls } from './stores/calls'
import { draftKey, latestDraft, newDraft, saveDraft, startDrafts, useDrafts } from './stores/drafts'
import { promptDraftKey, savePromptDraft, usePromptDrafts } from './stores/prompt-drafts'
import { changeReadings, readingsOf, withRefusal } from './stores/readings'
import { goTo, useView } from './stores/view'

const from = ServerId.parse('user:files')
const to = ServerId.parse('user:archive')
const other = ServerId.parse('user:other')

const kept: unknown[] = []
const patchbay: Bridge = {
  request: async (_route, inputJson) => {
    kept.push(JSON.parse(inputJson))
    return '{"ok":true}'
  },
  on: () => () => undefined,
  pathOf: () => ''
}

beforeEach(() => {
  vi.stubGlobal('window', { patchbay })
  kept.length = 0
})

function call(id: string, serverId: ServerId): CallReport {
  const made = { id: CallId.parse(id), serverId, tool: 'read', arguments: {}, startedAt: 0 }
  return { ...made, requestSeq: 1, progress: [], logs: [] } as unknown as CallReport
}

it('lets what was written, read and looked at go with a server to its new id', () => {
  const fresh = newDraft({})
  saveDraft(draftKey(from, 'read'), newDraft({ path: '/a' }))
  saveDraft(draftKey(other, 'read'), newDraft({ path: '/b' }))
  savePromptDraft(promptDraftKey(from, 'greet'), { name: 'Ada' })
  changeReadings(from, 'file:///a', (readings) => withRefusal(readings, 'No.'))
  goTo(from, { tool: 'read', toolFilter: 'r' })
  updateCalls([call('one', from), call('two', other)])

  moveServer({ from, to })

  expect(latestDraft(draftKey(to, 'read'), fresh).value).toEqual({ path: '/a' })
  expect(latestDraft(draftKey(from, 'read'), fresh)).toBe(fresh)
  expect(latestDraft(draftKey(other, 'read'), fresh).value).toEqual({ path: '/b' })
  expect(usePromptDrafts.getState().drafts).toEqual({
    [promptDraftKey(to, 'greet')]: { name: 'Ada' }
  })
  expect(readingsOf(to, 'file:///a').refusal).toBe('No.')
  expect(useView.getState().places).toMatchObject({ [to]: { tool: 'read', toolFilter: 'r' } })
  const { calls } = useCalls.getState()
  expect(callsOf(calls, to, 'read').map(({ id }) => id)).toEqual(['one'])
})

it('keeps what was written in this window under the new id, and nothing under the old one', () => {
  useDrafts.setState({ drafts: {} })
  startDrafts([{ key: draftKey(from, 'list'), text: '{"mode":"form","value":{}}' }])
  saveDraft(draftKey(from, 'read'), newDraft({ path: '/a' }))
  kept.length = 0
  moveServer({ from, to })
  expect(kept).toEqual([
    { key: draftKey(to, 'list'), text: '{"mode":"form","value":{}}' },
    { key: draftKey(to, 'read'), text: '{"mode":"form","value":{"path":"/a"}}' },
    { key: draftKey(from, 'list') },
    { key: draftKey(from, 'read') }
  ])
})
