/** What the person is doing with frames: sending, comparing, noting. One thing of each kind at a time. */
import { create } from 'zustand'
import type { ServerId } from '../../../../shared/protocol/ids'

export type FrameRef = { readonly recording: number; readonly seq: number }

/** A frame that is being written. */
export type Sending = {
  readonly serverId: ServerId | undefined
  readonly text: string
  /** The text before the person changed it. */
  readonly original: string
  /** The frame that it was made of; absent when it is written from scratch. */
  readonly from?: FrameRef
}

type FrameWork = {
  readonly sending?: Sending | undefined
  /** Waits for another frame to be compared with. */
  readonly comparing?: FrameRef | undefined
  readonly compared?: { readonly before: FrameRef; readonly after: FrameRef } | undefined
  readonly noting?: FrameRef | undefined
  /** What was written and not sent, the newest last. */
  readonly drafts: readonly FrameDraft[]
}

type FrameDraft = { readonly from: FrameRef | undefined; readonly text: string }

/** A frame can be large, and nobody comes back to more of them. */
const KEPT_DRAFTS = 20

export const useFrameWork = create<FrameWork>()(() => ({ drafts: [] }))

export function draftOf(from: FrameRef | undefined): string | undefined {
  return useFrameWork.getState().drafts.find((draft) => isSameOrigin(draft.from, from))?.text
}

/** Closes the dialog and keeps what was written for the same frame; what was sent has no text left. */
export function stopSending({ from, original }: Sending, text: string | undefined): void {
  useFrameWork.setState(({ drafts }) => {
    const others = drafts.filter((draft) => !isSameOrigin(draft.from, from))
    const isKept = text !== undefined && text !== original
    const kept = isKept ? [...others, { from, text }] : others
    return { sending: undefined, drafts: kept.slice(-KEPT_DRAFTS) }
  })
}

function isSameOrigin(one: FrameRef | undefined, other: FrameRef | undefined): boolean {
  return one && other ? isSameFrame(one, other) : one === other
}

export function changeWork(change: Partial<FrameWork>): void {
  useFrameWork.setState(change)
}

/** A menu gives the focus back to its row first; there it has to return when the dialog closes. */
export function openSoon(change: Partial<FrameWork>): void {
  requestAnimationFrame(() => setTimeout(() => useFrameWork.setState(change)))
}

export function isSameFrame(one: FrameRef, other: FrameRef): boolean {
  return one.recording === other.recording && one.seq === other.seq
}
