/**
 * Lets answers that somebody waits for go first. One server that talks without end would otherwise
 * take all the time of the process: while another server has been asked something, reading from the
 * talker pauses after each turn.
 */
import type { ServerId } from '../../shared/ids'
import type { Clock } from '../clock'

/** A turn ends after this many frames, or this many bytes. */
const FRAMES_A_TURN = 64
const BYTES_A_TURN = 64 * 1024
/** Longer than a turn of small frames takes, so that others have most of the time. */
const PAUSE_MS = 12
/** For this long after a request its answer counts as waited for. */
const AWAITED_MS = 1_000

export class FairTurns {
  private readonly askedAt = new Map<ServerId, number>()

  of(serverId: ServerId, clock: Clock): Turn {
    return new Turn(serverId, clock, this.askedAt)
  }
}

/** The turns of one server. */
export class Turn {
  private frames = 0
  private bytes = 0

  constructor(
    private readonly serverId: ServerId,
    private readonly clock: Clock,
    private readonly askedAt: Map<ServerId, number>
  ) {}

  /** Somebody wants to know something from this server. */
  asked(): void {
    this.askedAt.set(this.serverId, this.clock.monotonic())
  }

  /** Somebody can no longer wait for it. */
  end(): void {
    this.askedAt.delete(this.serverId)
  }

  heard(bytes: number): void {
    this.frames++
    this.bytes += bytes
  }

  /** Resolves when this server may be heard again; nothing to wait for, usually. */
  pause(): Promise<void> | undefined {
    if (this.frames < FRAMES_A_TURN && this.bytes < BYTES_A_TURN) return undefined
    this.frames = 0
    this.bytes = 0
    if (!this.areOthersAwaited()) return undefined
    return new Promise((resume) => void this.clock.after(PAUSE_MS, resume))
  }

  private areOthersAwaited(): boolean {
    const since = this.clock.monotonic() - AWAITED_MS
    for (const [serverId, askedAt] of this.askedAt) {
      if (serverId !== this.serverId && askedAt > since) return true
    }
    return false
  }
}
