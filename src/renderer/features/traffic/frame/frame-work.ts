/** What the person is doing with frames: sending, comparing, noting. One thing of each kind at a time. */
import { create } from 'zustand'
import type { ServerId } from '../../../../shared/ids'

export type FrameRef = { readonly recording: number; readonly seq: number }

/** A frame that is being written. */
export type Sending = {
  readonly serverId: ServerId | undefined
  readonly text: string
  /** The frame that it was made of. */
  readonly from?: number
}

type FrameWork = {
  readonly sending?: Sending | undefined
  /** Waits for another frame to be compared with. */
  readonly comparing?: FrameRef | undefined
  readonly compared?: { readonly before: FrameRef; readonly after: FrameRef } | undefined
  readonly noting?: FrameRef | undefined
  /** What was written from scratch and not sent. */
  readonly rawDraft: string
}

export const useFrameWork = create<FrameWork>()(() => ({ rawDraft: '' }))

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
