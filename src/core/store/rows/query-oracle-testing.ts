/** Terms, and what each of them means for a row, said once more without the language and without SQL. */
import { ServerId } from '../../../shared/protocol/ids'
import type { LogLevel } from '../../../shared/protocol/log-level'
import type { EntryKind } from '../../../shared/traffic/traffic'
import type { TrafficRow } from '../../../shared/traffic/traffic-row'

export type Sample = { readonly row: TrafficRow; readonly raw: string }
export type Known = { readonly term: string; readonly holds: (sample: Sample) => boolean }

/** The last day of the recording. */
export const DAY = new Date(2026, 10, 17)
export const SERVERS = [
  { id: 'user:files', name: 'Files' },
  { id: 'project:files', name: 'École' },
  { id: 'user:git', name: 'git_server%' }
]
export const SERVER_IDS = [...SERVERS.map(({ id }) => id), 'forgotten'].map((id) =>
  ServerId.parse(id)
)

function ofRow(term: string, holds: (row: TrafficRow) => boolean): Known {
  return { term, holds: ({ row }) => holds(row) }
}

function ofRaw(term: string, holds: (raw: string) => boolean): Known {
  return { term, holds: ({ raw }) => holds(raw) }
}

function ofKind(term: string, ...kinds: readonly EntryKind[]): Known {
  return ofRow(term, ({ kind }) => kinds.includes(kind))
}

function ofServer(term: string, ...ids: readonly string[]): Known {
  return ofRow(term, ({ serverId }) => ids.includes(serverId))
}

function ofLevel(term: string, ...levels: readonly LogLevel[]): Known {
  return ofRow(term, ({ level }) => level !== undefined && levels.includes(level))
}

function ofTook(term: string, holds: (tookMs: number) => boolean): Known {
  return ofRow(term, ({ tookMs, ending }) => holds(tookMs ?? ending?.tookMs ?? NaN))
}

function ofTime(term: string, holds: (time: number) => boolean): Known {
  return ofRow(term, ({ time }) => holds(time))
}

function ofTarget(term: string, method: string, ...targets: readonly string[]): Known {
  return ofRow(term, (row) => row.method === method && targets.includes(row.target ?? ''))
}

function isAnswered({ ending }: TrafficRow): boolean {
  return ['result', 'error', 'noise'].includes(ending?.kind ?? '')
}

function hasFailed({ kind, isToolError, ending, status }: TrafficRow): boolean {
  return (
    (status !== undefined && (status === 0 || status >= 400)) ||
    kind === 'error' ||
    isToolError === true ||
    ending?.kind === 'error' ||
    ending?.isToolError === true
  )
}

function isLog({ kind, method }: TrafficRow): boolean {
  return kind === 'stderr' || (kind === 'notification' && method === 'notifications/message')
}

function ofLog(term: string, said: RegExp): Known {
  return ofRow(
    term,
    (row) => isLog(row) && (said.test(row.text ?? '') || said.test(row.logger ?? ''))
  )
}

function rulesOf({ violations = [] }: TrafficRow): readonly string[] {
  return violations.map(({ rule }) => rule)
}

const OF_ENTRIES: readonly Known[] = [
  ofServer('server:FILES', 'user:files'),
  ofServer('server:*:files', 'user:files', 'project:files'),
  ofServer('server:user:*', 'user:files', 'user:git'),
  ofServer('server:école', 'project:files'),
  ofServer('server:git_server%', 'user:git'),
  ofServer('server:git%'),
  ofServer('server:git?server%'),
  ofServer('server:forgotten|"git_server%"', 'forgotten', 'user:git'),
  ofServer('server:nobody'),
  ofServer('server:"files · user"', 'user:files'),
  ofServer('server:École*project', 'project:files'),
  ofServer('server:"files · project"'),
  ofRow('method:tools/*', ({ method }) => method?.startsWith('tools/') === true),
  ofRow('method:PING|resources/read', ({ method }) =>
    ['ping', 'resources/read'].includes(method ?? '')
  ),
  ofRow('method:tools_call', () => false),
  ofRow('method:*', ({ method }) => method !== undefined),
  ofTarget('tool:echo', 'tools/call', 'echo', 'Echo'),
  ofTarget('tool:"echo*"', 'tools/call', 'echo*'),
  ofTarget('tool:echo*', 'tools/call', 'echo', 'Echo', 'echo*'),
  ofTarget('tool:"ÉCHO"', 'tools/call', 'écho'),
  ofTarget('resource:file://*', 'resources/read', 'file:///a b'),
  ofTarget('resource:"file:///a b"', 'resources/read', 'file:///a b'),
  ofTarget('prompt:echo', 'prompts/get', 'echo', 'Echo'),
  ofRow('target:*cho', ({ target }) => target?.toLowerCase().endsWith('cho') === true),
  ofRow('target:*É*', ({ target }) => target === 'écho'),
  ofRow('rule:not-*', (row) => rulesOf(row).some((rule) => rule.startsWith('not-'))),
  ofRow('rule:batch', (row) => rulesOf(row).includes('batch')),
  ofKind('kind:request', 'request'),
  ofKind('kind:result|error', 'result', 'error'),
  ofKind('kind:notification', 'notification'),
  ofKind('kind:noise|stderr|event', 'noise', 'stderr', 'lifecycle'),
  ofKind('kind:auth', 'auth'),
  ofKind('kind:sign-in|request', 'auth', 'request'),
  ofLevel('level:error', 'error'),
  ofLevel('level:debug|alert', 'debug', 'alert'),
  ofRow('origin:server', ({ origin }) => origin === 'server'),
  ofRow('origin:workbench', ({ origin }) => origin === 'workbench'),
  ofRow('id:7', ({ id }) => id === 7),
  ofRow('id:"7"', ({ id }) => id === '7'),
  ofRow('id:1|"7"|é"', ({ id }) => id === 1 || id === '7' || id === 'é"'),
  ofRow('id:1.5', ({ id }) => id === 1.5),
  ofRow('is:error', hasFailed),
  ofRow(
    'is:pending',
    ({ kind, origin, ending }) =>
      (kind === 'request' || (kind === 'auth' && origin === 'workbench')) && !ending
  ),
  ofRow('is:violation', (row) => rulesOf(row).length > 0),
  ofTook('is:slow', (tookMs) => tookMs > 500),
  ofRow('is:cancelled', ({ ending }) => ending?.kind === 'cancelled'),
  ofRow('is:pinned', ({ isPinned }) => isPinned === true),
  ofRow('is:noted', ({ note = '' }) => note !== ''),
  ofRow('is:answered', isAnswered),
  ofRow('is:unanswered', (row) => row.kind === 'request' && !isAnswered(row)),
  ofRow('is:log', isLog),
  ofLog('log:hello', /hello/i),
  ofLog('log:"une école"|DB', /une école|db/iu),
  ofLog('log:b*', /b\*/i),
  ofLog('log:100%', /100%/),
  ofRow(
    'is:progress',
    ({ kind, method }) => kind === 'notification' && method === 'notifications/progress'
  ),
  ofRow('is:error|pinned', (row) => hasFailed(row) || row.isPinned === true)
]

const OF_AMOUNTS: readonly Known[] = [
  ofTook('took:>500ms', (tookMs) => tookMs > 500),
  ofTook('took:>=500', (tookMs) => tookMs >= 500),
  ofTook('took:<250us', (tookMs) => tookMs < 0.25),
  ofTook('took:<=0.5s|>1m', (tookMs) => tookMs <= 500 || tookMs > 60_000),
  ofTook('took:100ms..2s', (tookMs) => tookMs >= 100 && tookMs <= 2_000),
  ofRow('size:>10kb', ({ bytes }) => bytes > 10_240),
  ofRow('size:10kb', ({ bytes }) => bytes === 10_240),
  ofRow('size:..1kb', ({ bytes }) => bytes <= 1_024),
  ofRow('#41', ({ seq }) => seq === 41),
  ofRow('frame:41..60', ({ seq }) => seq >= 41 && seq <= 60),
  ofRow('frame:<10|>=190', ({ seq }) => seq < 10 || seq >= 190),
  ofTime('after:14:02', (time) => time >= new Date(2026, 10, 17, 14, 2).getTime()),
  ofTime('before:14:02:33.5', (time) => time < new Date(2026, 10, 17, 14, 2, 33, 500).getTime()),
  ofTime('after:2026-11-16T20:00', (time) => time >= new Date(2026, 10, 16, 20).getTime()),
  ofTime('before:2026-11-17', (time) => time < DAY.getTime()),
  ofTime('before:2026-11-17T12:00Z', (time) => time < Date.UTC(2026, 10, 17, 12))
]

const OF_TEXTS: readonly Known[] = [
  ofRaw('hello', (raw) => /hello/i.test(raw)),
  ofRaw('"Hello World"', (raw) => /hello world/i.test(raw)),
  ofRaw('100%', (raw) => raw.includes('100%')),
  ofRaw('a_b', (raw) => /a_b/i.test(raw)),
  ofRaw('"c:\\\\temp"', (raw) => /c:\\temp/i.test(raw)),
  ofRaw('"\\"id\\":"', (raw) => raw.includes('"id":')),
  ofRaw('k', (raw) => /k/i.test(raw)),
  ofRaw('école', (raw) => /école/iu.test(raw)),
  ofRaw('ΟΔΟΣ', (raw) => /οδο[σς]/iu.test(raw)),
  ofRaw('日本', (raw) => raw.includes('日本')),
  ofRaw('😀', (raw) => raw.includes('😀')),
  ofRaw(`"'; DROP TABLE entry; --"`, (raw) => raw.includes(`'; DROP TABLE`)),
  ofRaw('/hello|100%/', (raw) => /hello|100%/.test(raw)),
  ofRaw('/^\\{.*\\d+\\}$/', (raw) => /^\{.*\d+\}$/.test(raw)),
  ofRaw('/École/i', (raw) => /école/iu.test(raw)),
  ofRaw('/École/', (raw) => raw.includes('École')),
  ofRaw('/o w/i', (raw) => /o w/i.test(raw))
]

export const KNOWN: readonly Known[] = [...OF_ENTRIES, ...OF_AMOUNTS, ...OF_TEXTS]
