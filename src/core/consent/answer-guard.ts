/**
 * Holds back a yes that cannot be the decision of somebody who read the question. The window has the
 * same rules; these hold also if a server should ever run code in it.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { SHORTEST_LOOK_MS, TOO_SOON, type InboxAnswer, type InboxItem } from '../../shared/inbox'
import type { Clock } from '../clock'
import type { Inbox } from './inbox'

type Look = { readonly since: number; hasSeenEnd: boolean }

export class AnswerGuard {
  private readonly looks = new Map<number, Look>()

  constructor(
    private readonly inbox: Inbox,
    private readonly clock: Clock
  ) {}

  /** The question as it is shown; from now on somebody can read it. */
  show(id: number): InboxItem {
    const item = this.inbox.item(id)
    if (!this.looks.has(id)) {
      this.looks.set(id, { since: this.clock.monotonic(), hasSeenEnd: false })
      this.inbox.whileAsked(id).addEventListener('abort', () => this.looks.delete(id))
    }
    return item
  }

  /** The end of the question has been in view. */
  seeEnd(id: number): void {
    const look = this.looks.get(id)
    if (look) look.hasSeenEnd = true
  }

  answer(id: number, answer: InboxAnswer): void {
    if (isYes(answer)) this.refuseHasty(this.inbox.item(id))
    this.inbox.answer(id, answer)
  }

  private refuseHasty({ id, risk }: InboxItem): void {
    const look = this.looks.get(id)
    if (!look || this.clock.monotonic() - look.since < SHORTEST_LOOK_MS) {
      throw refusal(TOO_SOON)
    }
    if (risk.level === 'high' && !look.hasSeenEnd) {
      throw refusal('Read this question to its end before you allow it.')
    }
  }
}

function isYes(answer: InboxAnswer): boolean {
  switch (answer.kind) {
    case 'consent':
      return answer.isGranted
    case 'approval':
      return answer.isApproved
    case 'roots':
      return answer.isShared
    case 'scopes':
      return answer.isAllowed
    case 'form':
    case 'url':
      return answer.action === 'accept'
    case 'sampling':
      return 'result' in answer
  }
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
