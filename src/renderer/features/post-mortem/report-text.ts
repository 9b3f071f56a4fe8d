/** A post-mortem as Markdown, for a bug report. */
import type { Call } from '../../../shared/calls/call-contract'
import type { InFlight, PostMortem, StderrLine } from '../../../shared/servers/post-mortem'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { timeOfDay } from '../../ui/text/format'
import { subjectOf } from '../frame/row-words'
import { describeEnding, describeUptime } from './ending-words'

export type Evidence = {
  readonly serverName: string
  readonly postMortem: PostMortem
  readonly frames: readonly TrafficEntry[]
  readonly calls: readonly Call[]
}

export function reportText({ serverName, postMortem, frames, calls }: Evidence): string {
  const { time, reason, pid, lastStderr, inFlight } = postMortem
  const ending = describeEnding(postMortem)
  return [
    `# ${serverName}: post-mortem`,
    '',
    `- When: ${new Date(time).toISOString()}`,
    `- What happened: ${reason}`,
    ...(ending ? [`- The process ${ending.how}${because(ending.meaning)}`] : []),
    ...line('Uptime', describeUptime(postMortem)),
    ...line('Process', pid?.toString()),
    '',
    '## Not answered',
    '',
    ...(inFlight.length === 0
      ? ['Nothing.']
      : inFlight.flatMap((asked) => askedText(asked, calls))),
    '',
    '## Last lines of stderr',
    '',
    ...(lastStderr.length === 0 ? ['None.'] : fenced(lastStderr.map(stderrText).join('\n'), '')),
    '',
    '## Last frames',
    '',
    ...(frames.length === 0 ? ['None are kept.'] : fenced(frames.map(frameText).join('\n'), '')),
    ''
  ].join('\n')
}

function because(meaning: string | undefined): string {
  return meaning === undefined ? '' : `: ${meaning}`
}

function line(term: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`- ${term}: ${value}`]
}

function askedText(
  { seq, method, target, callId }: InFlight,
  calls: readonly Call[]
): readonly string[] {
  const call = calls.find(({ id }) => id === callId)
  return [
    `#${seq} ${method}${target === undefined ? '' : ` ${target}`}`,
    ...(call ? ['', ...fenced(JSON.stringify(call.arguments, null, 2), 'json')] : []),
    ...(call?.hasLargeArguments === true
      ? ['', 'This is only the beginning of what was sent.']
      : [])
  ]
}

function frameText(entry: TrafficEntry): string {
  const way = entry.origin === 'workbench' ? '→' : '←'
  return `#${entry.seq} ${timeOfDay(entry.time)} ${way} ${subjectOf(entry)}`
}

function stderrText({ time, text }: StderrLine): string {
  return `${timeOfDay(time)} ${text}`
}

/** The fence is longer than any in the text, so that nothing gets out of it. */
function fenced(text: string, language: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, text, fence]
}
