/** Shows exactly what a server would run, and takes the person's word for it. */
import { hiddenWords } from '../../shared/text/hidden-part'
import { FILE_UNSEEN, type TrustSubject } from '../../shared/question/prompt'
import type { Auditing } from '../../core/audit/auditing'
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
  auditing: Auditing,
  ask: ((question: string) => Promise<boolean>) | undefined
): Promise<ExitCode> {
  const { subject, isTrusted: wasTrusted } = await desk.registry.subject(name)
  if (wasTrusted && wanted !== 'refuse') {
    output.answer(`${name} is trusted already.`)
    return ExitCode.Ok
  }
  output.answer(describe(subject))
  if (wanted === 'ask' && !ask) {
    throw wrongUsage('Nobody is here to ask. Say --yes to trust it, or --no to refuse it.')
  }
  const isTrusted = wanted === 'ask' ? await ask?.('Trust it? [y/N] ') : wanted === 'trust'
  if (wanted === 'ask' && isTrusted !== true) {
    output.remark(`${name} is not trusted.`)
    return ExitCode.ToolError
  }
  const { hash, source } = subject
  const decision = isTrusted === true ? 'trusted' : 'refused'
  const params = { name, source, definition: hash, decision }
  const end = await auditing.intend({ method: 'patchbay/trust', params })
  const revoked = desk.registry.decide(name, hash, decision)
  end({ result: { revoked } })
  output.remark(
    `${name} is ${decision}.${revoked > 0 ? ' You trusted it before: that is revoked.' : ''}`
  )
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
