/** Shows, filters and exports what was recorded: by the app, or in a file. */
import { setImmediate } from 'node:timers/promises'
import { exportTo, linesWriter } from '../../core/store/exporting'
import type { TrafficStore } from '../../core/store/traffic-store'
import { messageOf } from '../../shared/protocol/errors'
import type { ExportReport } from '../../shared/traffic/traffic-row'
import { ExitCode } from '../output/exit-code'
import { expectPlace } from '../profile/export-place'
import { WRITERS } from './export-writers'
import { Interrupted } from '../output/interrupt'
import type { Output } from '../output/output'
import type { ExportFormat, TrafficArguments, TrafficSource } from '../arguments/traffic-arguments'
import { openRecorded, openSource, type OpenedSource } from './traffic-source'
import { recordingText, rowText } from '../output/traffic-text'
import { wrongUsage } from '../output/usage'

/** So many are printed before anybody else gets a turn. */
const ROWS_A_TURN = 500

/** What there is one of, and more of, in a file of each form. */
const THINGS: Readonly<Record<ExportFormat, readonly [string, string]>> = {
  jsonl: ['entry', 'entries'],
  har: ['exchange', 'exchanges'],
  markdown: ['report', 'reports']
}

export type Surroundings = {
  /** Where the app records, unless the command line says otherwise. */
  readonly profile: string
  /** Ours. */
  readonly version: string
}

type Wanted<Action> = Extract<TrafficArguments, { action: Action }>

export async function traffic(
  args: TrafficArguments,
  { profile, version }: Surroundings,
  output: Output,
  interrupt: AbortSignal
): Promise<ExitCode> {
  if (args.action === 'recordings') return recordings(args, profile, output)
  if (args.action === 'export') expectPlace(args, profileIn(args.source) ?? profile)
  const opened = await openSource(args.source, profile, output, interrupt)
  try {
    if (args.action === 'show') await show(opened, args, output, interrupt)
    else await write(opened, args, version, output, interrupt)
  } finally {
    opened.store.close()
  }
  return opened.bad === 0 ? ExitCode.Ok : ExitCode.ProtocolError
}

function profileIn(source: TrafficSource): string | undefined {
  return source.kind === 'recorded' ? source.profile : undefined
}

function recordings(
  { isJson, profile }: Wanted<'recordings'>,
  usualProfile: string,
  output: Output
): ExitCode {
  const store = openRecorded(profile ?? usualProfile)
  try {
    const found = store.list()
    if (isJson) {
      // Whether the app is running cannot be told from here.
      const listed = found.map(({ isLive: _unknown, startedAt, lastAt, ...rest }) => ({
        ...rest,
        startedAt: new Date(startedAt).toISOString(),
        ...(lastAt !== undefined && { lastAt: new Date(lastAt).toISOString() })
      }))
      output.answer(JSON.stringify(listed))
    } else for (const summary of found) output.answer(recordingText(summary))
    return ExitCode.Ok
  } finally {
    store.close()
  }
}

async function show(
  { store, recording }: OpenedSource,
  { query, isPaired, isJson }: Wanted<'show'>,
  output: Output,
  interrupt: AbortSignal
): Promise<void> {
  const { lineOf, nameOf } = linesWriter(store, recording)
  const viewId = await viewOf(store, { recording, query, isPaired }, interrupt)
  const { matched } = store.countOf(viewId)
  for (let from = 0; from < matched; from += ROWS_A_TURN) {
    for (const row of store.rows(viewId, from, ROWS_A_TURN)) {
      const raw = store.raw(recording, row.seq) ?? ''
      const { seq } = row.ending ?? {}
      const answer = isPaired && seq !== undefined ? store.row(recording, seq) : undefined
      const text = isJson ? lineOf(row, raw) : rowText(row, raw, nameOf(row), isPaired, answer)
      output.answer(text)
    }
    await pause(interrupt)
  }
}

async function write(
  { store, recording }: OpenedSource,
  { query, out, format, isJson }: Wanted<'export'>,
  version: string,
  output: Output,
  interrupt: AbortSignal
): Promise<void> {
  const viewId = await viewOf(store, { recording, query, isPaired: false }, interrupt)
  const writer = WRITERS[format](store, recording, version)
  const report = await exportTo(store, store.shownIn(viewId), writer, out, interrupt).catch(
    (error: unknown) => {
      throw interrupt.aborted ? new Interrupted() : wrongUsage(messageOf(error))
    }
  )
  output.answer(isJson ? JSON.stringify(report) : reportText(report, format, out))
}

function reportText(
  { entries, hidden, leftOut }: ExportReport,
  format: ExportFormat,
  out: string
): string {
  const [one, more] = THINGS[format]
  const written = `${entries} ${entries === 1 ? one : more} written to ${out}`
  const values = `${hidden} ${hidden === 1 ? 'value' : 'values'} in it hidden as •••`
  const others = `${leftOut} ${leftOut === 1 ? 'entry has' : 'entries have'} no place in it`
  return `${[written, ...(hidden > 0 ? [values] : []), ...(leftOut > 0 ? [others] : [])].join('; ')}.`
}

/** A list of all that matches. */
async function viewOf(
  store: TrafficStore,
  wanted: { readonly recording: number; readonly query: string; readonly isPaired: boolean },
  interrupt: AbortSignal
): Promise<number> {
  const { viewId } = store.openView({ ...wanted, isFolded: false })
  while (store.advance().length > 0) await pause(interrupt)
  return viewId
}

/** So that Ctrl+C is heard. */
async function pause(interrupt: AbortSignal): Promise<void> {
  await setImmediate()
  if (interrupt.aborted) throw new Interrupted()
}
