import { expect, it } from 'vitest'
import type { ServerId } from '../../../../shared/protocol/ids'
import { NOT_REPLAYED, type TrafficRow } from '../../../../shared/traffic/traffic-row'
import { useServers } from '../../../stores/servers/servers'
import { changeTraffic, useTrafficState } from '../../../stores/records/traffic-view'
import { useView } from '../../../stores/window/view'
import { FRAME_ACTIONS, frameMenu, type Frame } from './frame-actions'

function frame(row: Partial<TrafficRow>): Frame {
  const serverId = 'user:my files' as ServerId
  return {
    recording: 1,
    serverName: 'my files',
    isLive: true,
    isImported: false,
    row: { seq: 1, time: 0, serverId, origin: 'workbench', kind: 'request', bytes: 1, ...row }
  }
}

function act(id: string, on: Frame): void {
  FRAME_ACTIONS.find((action) => action.id === id)?.act(on)
}

const CALL = frame({ method: 'tools/call', target: 'echo', ending: { kind: 'result', seq: 2 } })

it('shows what is possible with a frame, in groups', () => {
  const labels = (on: Frame): readonly string[] =>
    frameMenu(on).map((entry) => (entry === 'line' ? '' : entry.label))
  expect(labels(CALL)).toEqual([
    'Only method tools/call',
    'Only tool echo',
    'Only server my files',
    'Hide method tools/call',
    '',
    'Go to the answer',
    '',
    'Pin',
    'Add a note…',
    'Compare with…',
    '',
    'Copy frame',
    'Copy request and answer',
    'Copy as Markdown report',
    'Save as Markdown report…',
    '',
    'Edit and resend…'
  ])
  expect(labels(frame({ kind: 'lifecycle', isPinned: true }))).toEqual([
    'Only server my files',
    '',
    'Unpin',
    'Add a note…',
    'Compare with…',
    '',
    'Copy event'
  ])
})

it('adds to the filter what the person wants to see or not to see', () => {
  changeTraffic({ query: 'hello' })
  for (const id of ['only-method', 'only-target', 'only-server']) act(id, CALL)
  expect(useTrafficState.getState().query).toBe(
    'hello method:tools/call tool:echo server:"my files"'
  )
  act('hide-method', CALL)
  expect(useTrafficState.getState().query).toBe(
    'hello tool:echo server:"my files" -method:tools/call'
  )
})

it('shows that a frame of a file is not replayed, and why, and lets it be edited', () => {
  const { serverId } = CALL.row
  const server = { id: serverId, transport: 'stdio' } as ReturnType<
    typeof useServers.getState
  >['servers'][number]
  useServers.setState({ servers: [server] })
  const sending = (on: Frame): readonly unknown[] =>
    frameMenu(on).flatMap((entry) =>
      entry === 'line' || 'entries' in entry || !/Replay|resend/.test(entry.label)
        ? []
        : [[entry.label, entry.isDisabled === true, entry.why]]
    )
  expect(sending(CALL)).toEqual([
    ['Edit and resend…', false, undefined],
    ['Replay', false, undefined]
  ])
  expect(sending({ ...CALL, isImported: true })).toEqual([
    ['Edit and resend…', false, undefined],
    ['Replay', true, NOT_REPLAYED]
  ])
})

it('leads to the frame that another is paired with', () => {
  act('pair', CALL)
  expect(useView.getState().selectedSeq).toBe(2)
})
