/** Hands records to the audit log in the thread of the ledger, and asks about them. */
import type { AuditGrowth, AuditStanding } from '../../shared/traffic/audit'
import { News } from '../values/news'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { Channel } from '../channel/channel'
import type { Ledger } from './ledger'
import type { AuditSettings, AuditStart, AuditTerms } from '../audit/log/audit-messages'
import type { TellLoss } from '../audit/log/audit-opening'
import type { Intent, Late } from '../audit/log/audit-store'

/** So much of what has happened already waits for the disk; the oldest of it goes first. */
const MOST_WAITING = 10_000

export type AuditClientOptions = {
  readonly ledger: Ledger
  readonly start: AuditStart
  readonly onStanding: (standing: Omit<AuditStanding, 'isOn' | 'notice'>) => void
  readonly onNotice: TellLoss
  readonly onGrowth?: (grew: readonly AuditGrowth[]) => void
}

export class AuditClient {
  /** The thread has broken. All that it has said was heard. */
  readonly breaks = new News()
  private readonly channel: Channel<AuditTerms>
  private settings: AuditSettings

  constructor(options: AuditClientOptions) {
    const { ledger, start, onStanding, onNotice, onGrowth } = options
    this.settings = start.settings
    this.channel = new Channel({
      hear: {
        standing: onStanding,
        grew: (grew) => onGrowth?.(grew),
        notice: ({ message, path }) => onNotice(message, path)
      },
      broken,
      onProgress: () => ledger.hasWorked(),
      mostParcels: MOST_WAITING
    })
    ledger.open('audit', this.channel, {
      start: () => ({ ...start, settings: this.settings }),
      onBreak: (isGivenUp) => {
        this.breaks.tell()
        const problem =
          'the thread that writes it has broken too often, until Patchbay is started again'
        if (isGivenUp) onStanding({ newest: 0, revision: 0, problem })
      }
    })
  }

  /** What has happened already. */
  hand(late: Late): void {
    this.channel.hand(late)
  }

  /** Resolves with the id of the record once it is on disk; only then may the work start. */
  begin(intent: Intent): Promise<number> {
    return this.channel.ask('begin', intent)
  }

  hide(secrets: readonly string[]): void {
    this.channel.set('secrets', secrets)
  }

  configure(settings: AuditSettings): void {
    this.settings = settings
    this.channel.set('keeping', settings)
  }

  /** Whoever asks sees all that has happened before. */
  get ask(): Channel<AuditTerms>['ask'] {
    return this.channel.ask.bind(this.channel)
  }

  /** Everything that was handed over is written when it resolves, if it can be. */
  async settled(): Promise<void> {
    await this.ask('settle').catch(() => undefined) // it is over either way
  }
}

function broken(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Storage, 'The thread that writes it has broken.')
}
