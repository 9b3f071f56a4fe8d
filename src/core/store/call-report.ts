/** A request, its answer and all that belongs to them, as Markdown for a bug ticket. */
import { layOutJson } from '../../shared/json/json-text'
import { timeText } from '../../shared/traffic/traffic-line'
import type { Timing } from '../../shared/traffic/traffic'
import type { TrafficRow } from '../../shared/traffic/traffic-row'

export type Recorded = { readonly row: TrafficRow; readonly raw: string }

export type ReportParts = {
  /** Of Patchbay. */
  readonly version: string
  readonly serverName: string
  /** What the server said of itself. */
  readonly said?: {
    readonly name?: string
    readonly version?: string
    readonly protocolVersion?: string
  }
  readonly asked: Recorded
  readonly answer?: Recorded
  /** Notifications and exchanges of HTTP. */
  readonly belonging: readonly Recorded[]
  /** There is more that belongs to it. */
  readonly isCut: boolean
}

/** A ticket that nobody can scroll through helps nobody. */
const MOST_CHARS = 60_000

export function callReport(parts: ReportParts): string {
  const { asked, answer, belonging } = parts
  const logs = belonging.filter(({ row }) => row.kind === 'notification')
  const exchanges = belonging.filter(({ row }) => row.kind === 'lifecycle')
  return [
    `# ${inline(titleOf(asked.row))}`,
    factsOf(parts),
    section('Request', frameOf(asked)),
    section('Answer', answer ? frameOf(answer) : whyNone(asked.row)),
    section('Timing', timingOf(answer?.row.timing)),
    section(
      'What Patchbay finds',
      violationsOf([asked, ...belonging, ...(answer ? [answer] : [])])
    ),
    section('HTTP', exchanges.map(({ raw }) => fenced(raw, 'http')).join('\n\n')),
    section('Progress and logs', logsOf(logs, asked.row.time, parts.isCut))
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function titleOf({ method, target, kind }: TrafficRow): string {
  return [method ?? kind, target].filter(Boolean).join(' ')
}

function factsOf({ version, serverName, said, asked, answer }: ReportParts): string {
  const { row } = asked
  const own = [said?.name, said?.version].filter(Boolean).join(' ')
  const facts = [
    ['Server', own === '' ? serverName : `${serverName} (${own})`],
    ['Protocol', said?.protocolVersion],
    ['Outcome', outcomeOf(row, answer?.row)],
    ['Time', timeText(row.time)],
    ['Frames', answer ? `#${row.seq} and #${answer.row.seq}` : `#${row.seq}`],
    ['Patchbay', version],
    ['Note', row.note]
  ]
  return facts
    .flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${inline(value)}`]))
    .join('\n')
}

function outcomeOf({ ending, kind, origin }: TrafficRow, answer: TrafficRow | undefined): string {
  const took = answer?.tookMs === undefined ? '' : ` after ${ms(answer.tookMs)}`
  switch (ending?.kind) {
    case 'result':
      return `${ending.isToolError === true ? 'the tool says that it failed' : 'result'}${took}`
    case 'error':
      return `error${took}`
    case 'noise':
      return `an answer that is not a frame${took}`
    case 'cancelled':
      return 'cancelled'
    case 'abandoned':
      return 'no answer: the session ended'
    case undefined:
      return kind === 'request' ? 'no answer yet' : origin === 'server' ? 'received' : 'sent'
  }
}

function frameOf({ row, raw }: Recorded): string {
  const laidOut = layOutJson(raw)
  return `#${row.seq}, ${row.bytes} bytes\n\n${fenced(laidOut ?? raw, laidOut === undefined ? '' : 'json')}`
}

function whyNone({ kind, ending }: TrafficRow): string {
  if (kind !== 'request') return ''
  if (ending?.kind === 'cancelled') return 'None: the request was cancelled.'
  if (ending?.kind === 'abandoned') return 'None: the session ended before one came.'
  return 'None yet.'
}

function timingOf(timing: Timing | undefined): string {
  if (!timing) return ''
  const { sentMs, firstByteMs, doneMs } = timing
  const times: readonly (readonly [string, number | undefined])[] = [
    ['sent', sentMs],
    ['first byte', firstByteMs],
    ['done', doneMs]
  ]
  return times
    .flatMap(([word, at]) => (at === undefined ? [] : [`- ${word}: after ${ms(at)}`]))
    .join('\n')
}

function violationsOf(recorded: readonly Recorded[]): string {
  return recorded
    .flatMap(({ row }) =>
      (row.violations ?? []).map(
        ({ message, clause, rule }) =>
          `- #${row.seq}: ${inline(message)} (${inline(clause)}, \`${rule}\`)`
      )
    )
    .join('\n')
}

function logsOf(logs: readonly Recorded[], since: number, isCut: boolean): string {
  const lines = logs.map(({ row, raw }) => {
    const said = row.text === undefined ? raw : `${row.level ?? ''} ${row.text}`.trim()
    return `+${ms(row.time - since)} #${row.seq} ${row.method ?? ''} ${said}`
  })
  if (lines.length === 0) return ''
  return `${fenced(lines.join('\n'), '')}${isCut ? '\n\nThere is more, which is left out here.' : ''}`
}

function section(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n\n${body}`
}

/** A fence is longer than any run of backticks in what it holds. */
function fenced(text: string, language: string): string {
  const shown = text.slice(0, MOST_CHARS)
  const rest = text.length - shown.length
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const block = `${fence}${language}\n${shown}\n${fence}`
  return rest === 0 ? block : `${block}\n\n${rest} more characters are left out.`
}

/** What a server wrote stays one line of plain text. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#]/g, String.raw`\$&`)
}

function ms(count: number): string {
  return `${count < 10 ? count.toFixed(1) : Math.round(count)} ms`
}
