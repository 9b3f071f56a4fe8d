/** Brings the question whether a server may run before whoever types: exactly what it would run. */
import { hiddenWords } from '../../shared/text/hidden-part'
import { FILE_UNSEEN, type TrustSubject } from '../../shared/question/prompt'
import { titleOf, type WindowAsk } from '../../shared/question/records'
import type { Auditing } from '../../core/audit/auditing'
import { takeAnswer } from '../../core/question/take-answer'
import { windowHandlers, type Presenter } from '../../core/question/window-handlers'
import type { ServerDesk } from '../../core/desk/server-desk'
import type { TrustAnswer } from '../arguments/arguments'
import { ExitCode } from '../output/exit-code'
import { oneLine } from '../output/one-line'
import type { Output } from '../output/output'
import { wrongUsage } from '../output/usage'

export async function trust(
  desk: ServerDesk,
  { name, answer: wanted }: { readonly name: string; readonly answer: TrustAnswer },
  output: Output,
  audit: Auditing,
  ask: ((question: string) => Promise<boolean>) | undefined
): Promise<ExitCode> {
  const { registry } = desk
  const { subject, isTrusted } = await registry.subject(name)
  if (isTrusted && wanted !== 'refuse') {
    output.answer(`${name} is trusted already.`)
    return ExitCode.Ok
  }
  output.answer(describe(subject))
  const answerTo = async (question: WindowAsk): Promise<typeof wanted> => {
    if (wanted !== 'ask') return wanted
    if (ask) return (await ask(`${oneLine(titleOf(question))} [y/N] `)) ? 'trust' : 'ask'
    throw wrongUsage('Nobody is here to ask. Say --yes to trust it, or --no to refuse it.')
  }
  const presenter: Presenter = {
    ask: async (question) => {
      const decision = await answerTo(question)
      if (decision === 'ask') return { kind: 'dismissed' }
      return takeAnswer(question, { kind: 'trust', decisions: { [subject.hash]: decision } })
    }
  }
  let revoked = 0
  const handlers = windowHandlers({ presenter, explanation: () => '', audit })
  const decisions = await handlers.trust([subject], (hash, decision) => {
    return (revoked = registry.decide(name, hash, decision))
  })
  const decision = decisions[subject.hash]
  if (decision === undefined) {
    output.remark(`${name} is not trusted.`)
    return ExitCode.ToolError
  }
  const lost = revoked > 0 ? ' You trusted it before: that is revoked.' : ''
  output.remark(`${name} is ${decision === 'trust' ? 'trusted' : 'refused'}.${lost}`)
  return ExitCode.Ok
}

function describe({
  name,
  scope,
  source,
  lines,
  flows,
  warnings,
  isChanged,
  isFileUnseen
}: TrustSubject): string {
  const width = lines.reduce((widest, { label }) => Math.max(widest, label.length), 0)
  const what = lines.map(({ label, text, hidden, change }) => {
    const before = change?.before === undefined ? '' : `  (was ${oneLine(change.before)})`
    const mark = change === undefined ? '' : `  [${change.kind}]${before}`
    const note = hidden === undefined ? '' : `  (${hiddenWords(hidden)})`
    return `  ${oneLine(label).padEnd(width)}  ${oneLine(text)}${note}${mark}`
  })
  const reads = flows.map(
    ({ kind, name: what, goesTo, leaves }) =>
      `  ${kind} ${oneLine(what)} → ${oneLine(goesTo)}${leaves ? '  (leaves this machine)' : ''}`
  )
  return [
    `${oneLine(name)} (${scope}, ${oneLine(source)})`,
    ...(isChanged ? ['It has changed since you trusted it.'] : []),
    ...(isFileUnseen ? [FILE_UNSEEN] : []),
    ...what,
    ...(reads.length > 0 ? ['It reads:', ...reads] : []),
    ...warnings.map(({ message }) => `  ! ${oneLine(message)}`)
  ].join('\n')
}
