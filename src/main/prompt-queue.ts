/**
 * What main wants to ask the person, one thing at a time. Every question gets exactly one answer,
 * whatever becomes of the window that shows it.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import { SHORTEST_LOOK_MS, TOO_SOON } from '../shared/inbox'
import type { Prompt, PromptAnswer, TrustDecision } from '../shared/prompt'
import { checkedAnswer } from './prompt-answer'

const WAITING_LIMIT = 20
/** Whoever is asked the same again and again, and does not answer, is left in peace for a while. */
const DISMISSALS = 5
const PEACE_MS = 30_000
const DISMISSED: PromptAnswer = { kind: 'dismissed' }

/** Puts a prompt before the person, says when it is gone, and gives back how to take it away. */
export type ShowPrompt = (prompt: Prompt, onGone: () => void) => () => void

type Entry = {
  readonly prompt: Prompt
  readonly answered: PromiseWithResolvers<PromptAnswer>
  takeAway?: () => void
  /** When a page first got the question; nobody can have read it before. */
  shownAt?: number
}

export class PromptQueue {
  private readonly waiting: Entry[] = []
  private current: Entry | undefined
  private hasEnded = false

  /** When each definition was last left undecided. */
  private readonly dismissals = new Map<string, readonly number[]>()

  constructor(
    private readonly show: ShowPrompt,
    private readonly now: () => number = () => performance.now()
  ) {}

  ask(prompt: Prompt): Promise<PromptAnswer> {
    return prompt.kind === 'trust' ? this.askForTrust(prompt) : this.enqueue(prompt)
  }

  /** What the person sees now. */
  describe(): Prompt {
    const entry = this.shown()
    entry.shownAt ??= this.now()
    return entry.prompt
  }

  /** What the window says the person answered. What does not fit the question is not an answer. */
  answer(answer: PromptAnswer): void {
    const entry = this.shown()
    const checked = checkedAnswer(entry.prompt, answer)
    if (isYes(checked)) this.refuseHasty(entry)
    this.settle(entry, checked)
  }

  /** Nothing is asked any more. */
  end(): void {
    this.hasEnded = true
    this.dismissAll()
  }

  dismissAll(): void {
    for (const { answered } of this.waiting.splice(0)) answered.resolve(DISMISSED)
    if (this.current) this.settle(this.current, DISMISSED)
  }

  /** A definition that the person is being asked about already is not asked about twice. */
  private async askForTrust(prompt: Prompt & { kind: 'trust' }): Promise<PromptAnswer> {
    const hashes = new Set(prompt.subjects.map(({ hash }) => hash))
    const asked = this.entries().filter((entry) => hashesOf(entry.prompt).some(isAmong(hashes)))
    const known = new Set(asked.flatMap((entry) => hashesOf(entry.prompt)))
    const subjects = prompt.subjects.filter(({ hash }) => !known.has(hash))
    const answers = asked.map(({ answered }) => answered.promise)
    const open = subjects.filter(({ hash }) => this.recentDismissals(hash).length < DISMISSALS)
    if (open.length > 0) answers.push(this.enqueue({ kind: 'trust', subjects: open }))
    if (answers.length === 0 && subjects.length > 0) return DISMISSED
    const answer = combined(await Promise.all(answers), hashes)
    for (const { hash } of open) {
      const isDecided =
        answer.kind === 'trust' && ['trust', 'refuse'].includes(answer.decisions[hash] ?? '')
      if (!isDecided) this.dismissals.set(hash, [...this.recentDismissals(hash), this.now()])
    }
    return answer
  }

  private recentDismissals(hash: string): readonly number[] {
    const since = this.now() - PEACE_MS
    return (this.dismissals.get(hash) ?? []).filter((time) => time > since)
  }

  private enqueue(prompt: Prompt): Promise<PromptAnswer> {
    if (this.hasEnded || this.waiting.length >= WAITING_LIMIT) return Promise.resolve(DISMISSED)
    const entry: Entry = { prompt, answered: Promise.withResolvers() }
    this.waiting.push(entry)
    this.showNext()
    return entry.answered.promise
  }

  private showNext(): void {
    if (this.current) return
    const entry = this.waiting.shift()
    if (!entry) return
    this.current = entry
    let takeAway: () => void
    try {
      takeAway = this.show(entry.prompt, () => this.settle(entry, DISMISSED))
    } catch (error) {
      entry.answered.reject(error)
      return this.leave(entry)
    }
    if (this.current === entry) entry.takeAway = takeAway
    else takeAway()
  }

  private settle(entry: Entry, answer: PromptAnswer): void {
    if (this.current !== entry) return
    entry.answered.resolve(answer)
    this.leave(entry)
  }

  private leave(entry: Entry): void {
    this.current = undefined
    entry.takeAway?.()
    this.showNext()
  }

  /** The page has the same rule; this one holds also if something else runs in the page. */
  private refuseHasty({ shownAt }: Entry): void {
    if (shownAt !== undefined && this.now() - shownAt >= SHORTEST_LOOK_MS) return
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, TOO_SOON)
  }

  private shown(): Entry {
    if (this.current) return this.current
    throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'Nothing is being asked now.')
  }

  private entries(): readonly Entry[] {
    return this.current ? [this.current, ...this.waiting] : this.waiting
  }
}

function isYes(answer: PromptAnswer): boolean {
  switch (answer.kind) {
    case 'trust':
      return Object.values(answer.decisions).includes('trust')
    case 'values':
    case 'model':
    case 'confirm':
      return true
    case 'dismissed':
      return false
  }
}

function hashesOf(prompt: Prompt): readonly string[] {
  return prompt.kind === 'trust' ? prompt.subjects.map(({ hash }) => hash) : []
}

function isAmong(hashes: ReadonlySet<string>): (hash: string) => boolean {
  return (hash) => hashes.has(hash)
}

/** What several prompts brought to light about these hashes; dismissed only when all were. */
function combined(answers: readonly PromptAnswer[], hashes: ReadonlySet<string>): PromptAnswer {
  const decisions: [string, TrustDecision][] = []
  for (const answer of answers) {
    if (answer.kind !== 'trust') continue
    decisions.push(...Object.entries(answer.decisions).filter(([hash]) => hashes.has(hash)))
  }
  const isDismissed = answers.length > 0 && answers.every(({ kind }) => kind === 'dismissed')
  return isDismissed ? DISMISSED : { kind: 'trust', decisions: Object.fromEntries(decisions) }
}
