/** All kinds of questions, and what follows from the record of each. */
import type { Risk } from './inbox'
import type { Judgement, Parsed, QuestionAudit, QuestionRecord } from './record'
import { SHEET_RECORDS } from './sheet-records'
import { WINDOW_RECORDS } from './window-records'

export const RECORDS = { ...SHEET_RECORDS, ...WINDOW_RECORDS } as const

type Records = typeof RECORDS
type SheetRecords = typeof SHEET_RECORDS

export type QuestionKind = keyof Records
/** In the sheet of the main window. */
export type SheetKind = keyof SheetRecords
/** In a window of main's own, which the main window cannot reach, or on the command line. */
export type WindowKind = keyof typeof WINDOW_RECORDS
/** What servers ask. */
export type ServerKind = {
  [Kind in SheetKind]: SheetRecords[Kind] extends { readonly method: string } ? Kind : never
}[SheetKind]
/** What Patchbay asks because of something that you or a program does. */
export type OwnKind = Exclude<SheetKind, ServerKind>

type Asks = { [Kind in QuestionKind]: Parsed<Records[Kind]['ask']> }
type Answers = { [Kind in QuestionKind]: Parsed<Records[Kind]['answer']> }
export type AskOf<Kind extends QuestionKind> = Extract<Asks[QuestionKind], { kind: Kind }>
export type AnswerOf<Kind extends QuestionKind> = Answers[Kind]

export type SheetAsk = AskOf<SheetKind>
export type SheetAnswer = AnswerOf<SheetKind>
export type WindowAsk = AskOf<WindowKind>
/** Dismissed: also when the window is closed, or goes by itself. */
export type WindowAnswer = AnswerOf<WindowKind> | { readonly kind: 'dismissed' }

/** The methods with which servers ask what a person answers. */
export const ASKING_METHODS: ReadonlySet<string> = new Set(
  Object.values(SHEET_RECORDS).flatMap((record) => ('method' in record ? record.method : []))
)

/** How what was decided is read from the audit log, by the method of its records. */
export const QUESTION_AUDITS: readonly QuestionAudit[] = Object.values(RECORDS).map(
  ({ audit }) => audit
)

export function titleOf<Kind extends QuestionKind>(ask: AskOf<Kind>): string {
  return recordOf<Kind>(ask).title(ask)
}

export function riskOf<Kind extends WindowKind>(ask: AskOf<Kind>): Risk {
  return recordOf<Kind>(ask).risk(ask)
}

export function isYes<Kind extends QuestionKind>(answer: AnswerOf<Kind>): boolean {
  return recordOf<Kind>(answer).isYes(answer)
}

/** The answer as it counts, or why it does not fit what was asked. */
export function judge<Kind extends QuestionKind>(
  ask: AskOf<Kind>,
  answer: AnswerOf<QuestionKind>
): Judgement<AnswerOf<Kind>> {
  if (ask.kind !== answer.kind) {
    const misfit = `This is not an answer to what was asked. The answer is about ${answer.kind}, and the question is about ${ask.kind}.`
    return { misfit }
  }
  const own = answer as AnswerOf<Kind>
  return recordOf<Kind>(ask).judge?.(ask, own) ?? { answer: own }
}

type RecordOf<Kind extends QuestionKind> = QuestionRecord<AskOf<Kind>, AnswerOf<Kind>>

/** Of a question or an answer, which says its kind. */
function recordOf<Kind extends QuestionKind>({ kind }: { kind: QuestionKind }): RecordOf<Kind> {
  return RECORDS[kind] as unknown as RecordOf<Kind>
}
