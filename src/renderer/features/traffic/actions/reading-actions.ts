/** What can be done with a frame beyond the list: reading, comparing, sending it again. */
import { HIDDEN_VALUE } from '../../../../shared/servers/configuration'
import { NOT_REPLAYED } from '../../../../shared/traffic/traffic-row'
import { useServers } from '../../../stores/servers/servers'
import { selectFrame } from '../../../stores/window/view'
import type { Frame, FrameAction } from './frame-actions'
import { copyCommand, copyPair, copyReport, pairIn } from './copy-actions'
import { exportReport } from './export-actions'
import { changeWork, isSameFrame, openSoon, useFrameWork, type FrameRef } from './frame-work'
import { editAndResend, replay } from './send-actions'

const COMMANDS = new Set(['tools/call', 'resources/read', 'prompts/get'])

export const READING_ACTIONS: readonly FrameAction[] = [
  {
    id: 'note',
    group: 'mark',
    label: ({ row }) => (row.note === undefined ? 'Add a note…' : 'Edit the note…'),
    isPossible: () => true,
    act: (frame) => {
      selectFrame(frame.row.seq)
      openSoon({ noting: refOf(frame) })
    }
  },
  {
    id: 'compare',
    group: 'mark',
    label: (frame) => {
      const other = waiting(frame)
      return other ? `Compare with #${other.seq}` : 'Compare with…'
    },
    isPossible: () => true,
    act: (frame) => {
      const other = waiting(frame)
      if (other)
        openSoon({ comparing: undefined, compared: { before: other, after: refOf(frame) } })
      else {
        selectFrame(frame.row.seq)
        changeWork({ comparing: refOf(frame) })
      }
    }
  },
  {
    id: 'copy-pair',
    group: 'copy',
    label: () => 'Copy request and answer',
    isPossible: (frame) => pairIn(frame).length === 2,
    act: copyPair
  },
  {
    id: 'copy-cli',
    group: 'copy',
    label: () => 'Copy as patchbay command',
    isPossible: ({ row }) =>
      isOurRequest(row) && COMMANDS.has(row.method ?? '') && transportOf(row) !== undefined,
    act: (frame) => copyCommand(frame, 'cli')
  },
  {
    id: 'copy-curl',
    group: 'copy',
    label: () => 'Copy as curl',
    isPossible: ({ row }) =>
      isPlainGet(row) ||
      (isOurs(row) && ['streamable-http', 'auto'].includes(transportOf(row) ?? '')),
    act: (frame) => copyCommand(frame, 'curl')
  },
  {
    id: 'copy-report',
    group: 'copy',
    label: () => 'Copy as Markdown report',
    isPossible: ({ row }) => isCall(row),
    act: copyReport
  },
  {
    id: 'save-report',
    group: 'copy',
    label: () => 'Save as Markdown report…',
    isPossible: ({ row }) => isCall(row),
    act: ({ recording, row }) => exportReport({ recording, seq: row.seq })
  },
  {
    id: 'resend',
    group: 'send',
    label: () => 'Edit and resend…',
    isPossible: ({ row }) => isOurs(row),
    act: ({ recording, row, isImported }) =>
      editAndResend({ recording, seq: row.seq, serverId: row.serverId, isImported })
  },
  {
    id: 'replay',
    group: 'send',
    label: () => 'Replay',
    isPossible: ({ row }) => isOurs(row) && transportOf(row) !== undefined,
    whyNot: ({ isImported }) => (isImported ? NOT_REPLAYED : undefined),
    act: ({ recording, row }) => replay({ recording, seq: row.seq })
  }
]

function refOf({ recording, row }: Pick<Frame, 'recording' | 'row'>): FrameRef {
  return { recording, seq: row.seq }
}

/** The frame that waits to be compared with this one. */
function waiting(frame: Frame): FrameRef | undefined {
  const { comparing } = useFrameWork.getState()
  return comparing && !isSameFrame(comparing, refOf(frame)) ? comparing : undefined
}

function isOurs({ origin, kind }: Frame['row']): boolean {
  return origin === 'workbench' && kind !== 'lifecycle' && kind !== 'auth'
}

/** Of an authorization server: anybody may read its metadata. */
function isPlainGet({ kind, method, origin, target = '' }: Frame['row']): boolean {
  const isOwn = kind === 'auth' && origin === 'workbench'
  return isOwn && method === 'GET' && !target.includes(HIDDEN_VALUE)
}

function isOurRequest(row: Frame['row']): boolean {
  return isOurs(row) && row.kind === 'request'
}

function isCall({ kind, answers }: Frame['row']): boolean {
  return kind === 'request' || (kind !== 'auth' && answers !== undefined)
}

/** Undefined for a server that is not there any more. */
function transportOf({ serverId }: Frame['row']): string | undefined {
  return useServers.getState().servers.find(({ id }) => id === serverId)?.transport
}
