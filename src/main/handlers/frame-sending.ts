/** Frames that a person sends, and frames that were sent as commands for other programs. */
import type { ServerDesk } from '../../core/desk/server-desk'
import { notKept } from '../../core/traffic/not-kept'
import type { Workbench } from '../../core/workbench/workbench'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import { withId } from '../../shared/protocol/frame-id'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import { NOT_REPLAYED, type TrafficRow } from '../../shared/traffic/traffic-row'
import type { Traffic } from '../records/traffic'

export type FrameParts = {
  readonly workbench: Workbench
  readonly traffic: Traffic
  readonly desk: Pick<ServerDesk, 'scopes'>
  /** Whoever presses Send or Replay does so by hand, and has the frame before them. */
  readonly sender: Pick<Workbench, 'sendRaw'>
  /** Of Patchbay. */
  readonly version: string
  /** Of a tool, whether the command line calls it only with --approve. */
  readonly needsApproval: (serverId: ServerId, tool: string) => boolean
  /** The profile, where it is not the usual one. */
  readonly namedProfile?: string
}

type FrameRoute =
  'traffic.freshId' | 'traffic.usedIds' | 'traffic.send' | 'traffic.replay' | 'traffic.snippet'

export function frameHandlers(parts: FrameParts): Pick<IpcHandlers, FrameRoute> {
  const { workbench, traffic, desk, sender } = parts
  const { thread } = traffic

  async function rowOf(recording: number | undefined, seq: number): Promise<TrafficRow> {
    const row = await thread.ask('row', recording ?? (await thread.liveRecording()), seq)
    if (row) return row
    throw notKept(seq)
  }

  /** As it was kept: what is secret in it is hidden. */
  async function keptText(recording: number | undefined, seq: number): Promise<string> {
    const whole = Number.MAX_SAFE_INTEGER
    const kept = await thread.ask('raw', recording ?? (await thread.liveRecording()), seq, whole)
    if (kept) return kept.text
    throw notKept(seq)
  }

  /** As it was sent, where that is still known. */
  async function exactText(recording: number | undefined, seq: number): Promise<string> {
    const live = await thread.liveRecording()
    const exact = (recording ?? live) === live ? workbench.log.raw(seq) : undefined
    if (exact !== undefined) return exact
    const kept = await keptText(recording, seq)
    if (!kept.includes(HIDDEN_VALUE)) return kept
    const message = `Frame ${seq} holds values that were hidden when it was kept, so it cannot be sent as it was. Edit it, and send that.`
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
  }

  /** Whoever wrote a file may have it show something else than what would be sent. */
  async function refuseImported(recording: number | undefined): Promise<void> {
    if (recording === undefined || recording === (await thread.liveRecording())) return
    const found = (await thread.ask('recordings')).find(({ id }) => id === recording)
    if (found?.source !== 'file') return
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, NOT_REPLAYED)
  }

  return {
    'traffic.freshId': async ({ serverId }) => workbench.freshId(serverId),
    'traffic.usedIds': async ({ serverId, ids }) => {
      const { ids: known } = workbench.openSession(serverId)
      return ids.flatMap((id) => {
        const seq = known.requestWith(id)
        return seq === undefined ? [] : [{ id, seq }]
      })
    },
    'traffic.send': async ({ serverId, text, isForced }) => {
      const { seq } = await sender.sendRaw(serverId, text, isForced)
      traffic.flush()
      return seq
    },
    'traffic.replay': async ({ recording, seq }) => {
      await refuseImported(recording)
      const { serverId } = await rowOf(recording, seq)
      const text = await exactText(recording, seq)
      const renewed = withId(text, workbench.freshId(serverId))
      const again = await sender.sendRaw(serverId, renewed)
      traffic.flush()
      return again.seq
    },
    'traffic.snippet': async ({ recording, seq, format }) => {
      const { serverId, target, kind } = await rowOf(recording, seq)
      if (kind === 'auth') {
        const { authCommand } = await import('../../core/snippets/auth-command')
        const server = workbench.servers().find(({ id }) => id === serverId)
        return authCommand(await keptText(recording, seq), server)
      }
      const { frameCommand } = await import('../../core/snippets/frame-command')
      const { state, catalogue } = workbench.report(serverId)
      const { project } = desk.scopes
      return frameCommand(format, await keptText(recording, seq), {
        definition: workbench.server(serverId),
        state,
        version: parts.version,
        ...(project && { projectFolder: project.folder }),
        ...(parts.namedProfile !== undefined && { profile: parts.namedProfile }),
        inputSchema: catalogue.tools.find(({ name }) => name === target)?.['inputSchema'],
        ...(target !== undefined && { needsApproval: parts.needsApproval(serverId, target) })
      })
    }
  }
}
