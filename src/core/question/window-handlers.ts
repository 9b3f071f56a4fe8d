/** What asks each of the questions that only main may ask, and says what comes of the answer. */
import type {
  AnswerOf,
  AskOf,
  WindowAnswer,
  WindowAsk,
  WindowKind
} from '../../shared/question/records'
import { messageOf } from '../../shared/protocol/errors'
import { WINDOW_RECORDS } from '../../shared/question/window-records'
import type {
  ConfirmSubject,
  InputField,
  ModelSubject,
  TrustSubject
} from '../../shared/question/prompt'
import type { Auditing } from '../audit/auditing'

type TrustDecisions = AnswerOf<'trust'>['decisions']
type GivenValues = AnswerOf<'values'>['values']

/** What is not in every question for values. */
type MoreOfValues = Partial<Pick<AskOf<'values'>, 'intro' | 'lines' | 'explanation'>> & {
  /** The question is withdrawn when it says so. */
  readonly signal?: AbortSignal
}

type Decide = (hash: string, decision: 'trust' | 'refuse') => number

/** Brings a question before somebody, and the answer back: main's own window, or the command line. */
export type Presenter = {
  /** The question is withdrawn when the signal says so. */
  readonly ask: (ask: WindowAsk, signal?: AbortSignal) => Promise<WindowAnswer>
}

type WindowHandlersParts = {
  readonly presenter: Presenter
  /** A whole sentence: where remembered values are kept. */
  readonly explanation: () => string
  readonly audit: Auditing
}

export type WindowHandlers = ReturnType<typeof windowHandlers>

export function windowHandlers({ presenter, explanation, audit }: WindowHandlersParts) {
  return {
    /**
     * Each decision is written down before it has its effect. By hash; what is missing was not decided.
     * `decide` says how many earlier definitions are not trusted any more.
     */
    trust: async (subjects: readonly TrustSubject[], decide: Decide): Promise<TrustDecisions> => {
      const answer = await presenter.ask({ kind: 'trust', subjects })
      const decisions = answer.kind === 'trust' ? answer.decisions : {}
      const { method } = WINDOW_RECORDS.trust.audit
      for (const { hash, name, source } of subjects) {
        const decision = decisions[hash] ?? 'not decided'
        const entry = { method, params: { name, source, definition: hash, decision } }
        if (decision !== 'trust' && decision !== 'refuse') audit.note(entry)
        else {
          const end = await audit.intend(entry)
          try {
            end({ result: { revoked: decide(hash, decision) } })
          } catch (error) {
            end({ error: { message: messageOf(error) } })
            throw error
          }
        }
      }
      return decisions
    },
    /** By the id of the field; undefined when nobody answers. */
    values: async (
      title: string,
      fields: readonly InputField[],
      { signal, ...more }: MoreOfValues = {}
    ): Promise<GivenValues | undefined> => {
      const ask = { kind: 'values', title, fields, explanation: explanation(), ...more } as const
      const answer = await presenter.ask(ask, signal)
      const isGiven = answer.kind === 'values'
      const { method } = WINDOW_RECORDS.values.audit
      const params = { message: title, fields: fields.map(({ id }) => id) }
      audit.note({ method, params, result: { isGiven } })
      return isGiven ? answer.values : undefined
    },
    model: async (subject: ModelSubject): Promise<boolean> => {
      const ask = { kind: 'model', subject } as const
      const isAllowed = (await presenter.ask(ask)).kind === 'model'
      const { title, audit: audited } = WINDOW_RECORDS.model
      const params = { message: title(ask), address: subject.address, secret: subject.keyName }
      audit.note({ method: audited.method, params, result: { isAllowed } })
      return isAllowed
    },
    confirm: async (subject: ConfirmSubject, signal?: AbortSignal): Promise<boolean> => {
      const answer = await presenter.ask({ kind: 'confirm', subject }, signal)
      const isConfirmed = answer.kind === 'confirm'
      const { title, lines } = subject
      const { method } = WINDOW_RECORDS.confirm.audit
      audit.note({ method, params: { title, lines, isConfirmed } })
      return isConfirmed
    }
  } satisfies Record<WindowKind, unknown>
}
