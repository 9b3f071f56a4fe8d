/**
 * Lets answers that somebody waits for go first. One server that talks without end would otherwise
 * take all the time of the process: while another server has been asked something, reading from the
 * talker pauses after each turn.
 */
import type { ServerId } from '../../shared/protocol/ids'
import type { Clock } from '../time/clock'

/** A turn ends after this many frames, or this many bytes in them. */
const FRAMES_A_TURN = 64
const BYTES_A_TURN = 64 * 1024
/**
 * A turn also ends after this many bytes were read, even if they end no frame: a line without an end
 * costs memory that has to be collected. An answer of 16 MiB still arrives within a second.
 */
const READ_BYTES_A_TURN = 256 * 1024
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
  private readBytes = 0

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

  /** So many bytes have come, whether or not they are whole frames. */
  read(bytes: number): void {
    this.readBytes += bytes
  }

  /** One frame of so many bytes was handled. */
  heard(bytes: number): void {
    this.frames++
    this.bytes += bytes
  }

  /** Resolves when this server may be heard again; nothing to wait for, usually. */
  pause(): Promise<void> | undefined {
    if (!this.isOver) return undefined
    this.frames = 0
    this.bytes = 0
    this.readBytes = 0
    if (!this.areOthersAwaited()) return undefined
    return new Promise((resume) => void this.clock.after(PAUSE_MS, resume))
  }

  private get isOver(): boolean {
    return (
      this.frames >= FRAMES_A_TURN ||
      this.bytes >= BYTES_A_TURN ||
      this.readBytes >= READ_BYTES_A_TURN
    )
  }

  private areOthersAwaited(): boolean {
    const since = this.clock.monotonic() - AWAITED_MS
    for (const [serverId, askedAt] of this.askedAt) {
      if (serverId !== this.serverId && askedAt > since) return true
    }
    return false
  }
}
