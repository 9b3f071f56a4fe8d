/** What asks each of the questions that only main may ask, and says what comes of the answer. */
import type { AnswerOf, TrustDecision, WindowAnswer } from '../../shared/question/answers'
import type { WindowAsk, WindowKind } from '../../shared/question/asks'
import { WINDOW_RECORDS } from '../../shared/question/window-records'
import type {
  ConfirmSubject,
  InputField,
  ModelSubject,
  TrustSubject
} from '../../shared/question/prompt'
import type { Auditing } from '../audit/auditing'

/** Brings a question before somebody, and the answer back: main's own window, or the command line. */
export type Presenter = {
  /** The question is withdrawn when the signal says so. */
  readonly ask: (ask: WindowAsk, signal?: AbortSignal) => Promise<WindowAnswer>
}

/** A kind without a handler does not compile. */
type ForEveryKind<Handlers extends Readonly<Record<WindowKind, object>>> = Handlers

export type WindowHandlers = ForEveryKind<{
  /** By hash; what is missing was not decided. */
  readonly trust: (
    subjects: readonly TrustSubject[]
  ) => Promise<Readonly<Record<string, TrustDecision>>>
  /** By the id of the field; undefined when the person did not want to. */
  readonly values: (
    title: string,
    fields: readonly InputField[]
  ) => Promise<AnswerOf<'values'>['values'] | undefined>
  readonly model: (subject: ModelSubject) => Promise<boolean>
  readonly confirm: (subject: ConfirmSubject, signal?: AbortSignal) => Promise<boolean>
}>

type WindowHandlersParts = {
  readonly presenter: Presenter
  /** A whole sentence: where remembered values are kept. */
  readonly explanation: () => string
  readonly note: Auditing['note']
}

export function windowHandlers(parts: WindowHandlersParts): WindowHandlers {
  const { presenter, explanation, note } = parts
  return {
    trust: async (subjects) => {
      const answer = await presenter.ask({ kind: 'trust', subjects })
      const decisions = answer.kind === 'trust' ? answer.decisions : {}
      const { method } = WINDOW_RECORDS.trust.audit
      for (const { hash, name, source } of subjects) {
        const decision = decisions[hash] ?? 'not decided'
        note({ method, params: { name, source, definition: hash, decision } })
      }
      return decisions
    },
    values: async (title, fields) => {
      const ask = { kind: 'values', title, fields, explanation: explanation() } as const
      const answer = await presenter.ask(ask)
      return answer.kind === 'values' ? answer.values : undefined
    },
    model: async (subject) => (await presenter.ask({ kind: 'model', subject })).kind === 'model',
    confirm: async (subject, signal) => {
      const answer = await presenter.ask({ kind: 'confirm', subject }, signal)
      const isConfirmed = answer.kind === 'confirm'
      const { title, lines } = subject
      const { method } = WINDOW_RECORDS.confirm.audit
      note({ method, params: { title, lines, isConfirmed } })
      return isConfirmed
    }
  }
}
