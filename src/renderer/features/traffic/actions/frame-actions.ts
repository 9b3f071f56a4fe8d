/** What can be done with a frame of the list: by its menu, and some of it by keys. */
import { FRAMES, type FrameField } from '../../../../shared/query/frames'
import type { EntryKind } from '../../../../shared/traffic/traffic'
import { withTerm, type NewTerm } from '../../../../shared/query/with-term'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { visibleText } from '../../../../shared/text/visible-text'
import { request } from '../../../bridge/bridge'
import { notify, tell } from '../../../stores/window/notices'
import { usePreferences } from '../../../stores/window/preferences'
import { changeTraffic, useTrafficState } from '../../../stores/records/traffic-view'
import { selectFrame } from '../../../stores/window/view'
import type { MenuEntry } from '../../../ui/controls/Menu'
import { READING_ACTIONS } from './reading-actions'
import { isAsking, pairOf } from './pair'

export type Frame = {
  readonly recording: number
  readonly row: TrafficRow
  readonly serverName: string
  /** It is of this run, and not of one that is over. */
  readonly isLive: boolean
  /** It is of a file. */
  readonly isImported: boolean
}

export type FrameAction = {
  readonly id: string
  /** Those of a group stand together. */
  readonly group: 'filter' | 'go' | 'mark' | 'copy' | 'send'
  readonly label: (frame: Frame) => string
  readonly shortcut?: string
  /** What is not possible is not in the menu. */
  readonly isPossible: (frame: Frame) => boolean
  /** A whole sentence where it would be possible, and is refused. */
  readonly whyNot?: (frame: Frame) => string | undefined
  readonly act: (frame: Frame) => void
}

/** What is no frame. */
const COPIED: Partial<Record<EntryKind, string>> = { lifecycle: 'event', auth: 'exchange' }

const LIST_ACTIONS: readonly FrameAction[] = [
  {
    id: 'only-method',
    group: 'filter',
    label: ({ row }) => `Only method ${short(row.method)}`,
    isPossible: ({ row }) => row.method !== undefined,
    act: ({ row }) => addTerm({ field: 'method', value: row.method ?? '' })
  },
  {
    id: 'only-target',
    group: 'filter',
    label: ({ row }) => `Only ${targetField(row)} ${short(row.target)}`,
    isPossible: ({ row }) => row.target !== undefined,
    act: ({ row }) => addTerm({ field: targetField(row), value: row.target ?? '' })
  },
  {
    id: 'only-server',
    group: 'filter',
    label: ({ serverName }) => `Only server ${short(serverName)}`,
    isPossible: () => true,
    act: ({ serverName }) => addTerm({ field: 'server', value: serverName })
  },
  {
    id: 'hide-method',
    group: 'filter',
    label: ({ row }) => `Hide method ${short(row.method)}`,
    isPossible: ({ row }) => row.method !== undefined,
    act: ({ row }) => addTerm({ field: 'method', value: row.method ?? '', isNegated: true })
  },
  {
    id: 'pair',
    group: 'go',
    label: ({ row }) => (isAsking(row) ? 'Go to the answer' : 'Go to the request'),
    shortcut: 'p',
    isPossible: ({ row }) => 'seq' in pairOf(row, isPaired()),
    act: jumpToPair
  },
  {
    id: 'pin',
    group: 'mark',
    label: ({ row }) => (row.isPinned === true ? 'Unpin' : 'Pin'),
    isPossible: () => true,
    act: ({ recording, row: { seq, isPinned = false } }) =>
      void request('traffic.note', { recording, seq, isPinned: !isPinned }).catch(notify)
  },
  {
    id: 'copy',
    group: 'copy',
    label: ({ row }) => `Copy ${COPIED[row.kind] ?? 'frame'}`,
    shortcut: 'Ctrl C',
    isPossible: () => true,
    act: copyFrame
  }
]

export const FRAME_ACTIONS: readonly FrameAction[] = [...LIST_ACTIONS, ...READING_ACTIONS]

/** The groups in the order in which they first come, with lines between them. */
export function frameMenu(
  frame: Frame,
  actions: readonly FrameAction[] = FRAME_ACTIONS
): readonly MenuEntry[] {
  const possible = actions.filter(({ isPossible }) => isPossible(frame))
  const groups = Map.groupBy(possible, ({ group }) => group)
  return [...groups.values()].flatMap((group, index): readonly MenuEntry[] => [
    ...(index === 0 ? [] : (['line'] as const)),
    ...group.map(({ label, shortcut, whyNot, act }) => {
      const why = whyNot?.(frame)
      return {
        label: label(frame),
        ...(shortcut !== undefined && { shortcut }),
        ...(why !== undefined && { isDisabled: true, why }),
        onSelect: () => act(frame)
      }
    })
  ])
}

/** To the frame that it is paired with, or says why there is none. */
export function jumpToPair({ row }: Pick<Frame, 'row'>): void {
  const jump = pairOf(row, isPaired())
  if ('why' in jump) tell(jump.why)
  else selectFrame(jump.seq)
}

export function copyFrame({ recording, row }: Pick<Frame, 'recording' | 'row'>): void {
  const limit = Number.MAX_SAFE_INTEGER
  request('traffic.raw', { recording, seq: row.seq, limit })
    .then(({ text }) => navigator.clipboard.writeText(text))
    .then(() => tell(`#${row.seq} is copied.`), notify)
}

function isPaired(): boolean {
  return usePreferences.getState().trafficList.isPaired
}

function addTerm(term: NewTerm<typeof FRAMES>): void {
  changeTraffic({ query: withTerm(useTrafficState.getState().query, term, FRAMES) })
}

const TARGETS: Readonly<Record<string, FrameField>> = {
  'tools/call': 'tool',
  'resources/read': 'resource',
  'prompts/get': 'prompt'
}

function targetField({ method = '' }: TrafficRow): FrameField {
  return TARGETS[method] ?? 'target'
}

const MOST_CHARS = 40

function short(name = ''): string {
  const shown = visibleText(name)
  return shown.length > MOST_CHARS ? `${shown.slice(0, MOST_CHARS)}…` : shown
}
