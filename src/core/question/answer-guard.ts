/**
 * Holds back a yes that cannot be the decision of somebody who read the question, wherever it is shown.
 * The windows have the same rules; these hold also if a server should ever run code in one.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { SHORTEST_LOOK_MS, TOO_SOON, type Risk } from '../../shared/question/inbox'
import { type AnswerOf, type QuestionKind, isYes } from '../../shared/question/records'
import type { Clock } from '../time/clock'

type Look = { readonly since: number; hasSeenEnd: boolean }

/** What shows questions, each by its number. */
type Shown<Item, Answer> = {
  readonly item: (id: number) => Item
  readonly whileAsked: (id: number) => AbortSignal
  readonly answer: (id: number, answer: Answer) => void
}

export class AnswerGuard<
  Item extends { readonly risk?: Risk },
  Answer extends AnswerOf<QuestionKind>
> {
  private readonly looks = new Map<number, Look>()

  constructor(
    private readonly shown: Shown<Item, Answer>,
    private readonly clock: Pick<Clock, 'monotonic'>
  ) {}

  /** The question as it is shown; from now on somebody can read it. */
  show(id: number): Item {
    const item = this.shown.item(id)
    if (!this.looks.has(id)) {
      this.looks.set(id, { since: this.clock.monotonic(), hasSeenEnd: false })
      this.shown.whileAsked(id).addEventListener('abort', () => this.looks.delete(id))
    }
    return item
  }

  /** The end of the question has been in view. */
  seeEnd(id: number): void {
    const look = this.looks.get(id)
    if (look) look.hasSeenEnd = true
  }

  answer(id: number, answer: Answer): void {
    if (isYes(answer)) this.refuseHasty(id, this.shown.item(id))
    this.shown.answer(id, answer)
  }

  private refuseHasty(id: number, { risk }: Item): void {
    const look = this.looks.get(id)
    if (!look || this.clock.monotonic() - look.since < SHORTEST_LOOK_MS) {
      throw refusal(TOO_SOON)
    }
    if (risk?.level === 'high' && !look.hasSeenEnd) {
      throw refusal('Read this question to its end before you allow it.')
    }
  }
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
