/** Reads a server's lists leniently: what is malformed is reported, and does not hide the rest. */
import type { Outcome } from '../../shared/calls/call'
import type { ListKind } from '../../shared/calls/catalogue'
import { isObject } from '../../shared/json/json'
import { describeCode } from '../../shared/protocol/json-rpc'
import { DEEPEST_PASSED_ON, isTooDeep, withoutDepths } from '../../shared/json/nesting'
import { DEFAULT_SETTINGS, type SessionSettings } from '../../shared/servers/server-config'
import { canonicalHash } from '../values/canonical'

/** Asks for one page of a list. */
export type AskPage = (params: { cursor?: string }) => Promise<Outcome>

export type List = {
  /** What can be used: it has a name, or whatever it is addressed by. */
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** Everything the server listed, malformed or not, as it was sent. */
  readonly sent: readonly unknown[]
  /** Whole sentences. */
  readonly findings: readonly string[]
  /** The server may have more than this, and a finding says why it was not read. */
  readonly isIncomplete?: true
  /** What ended the reading before its end, when it was not an answer that could be read. */
  readonly failure?: Outcome
  /** The last page, for what it says beside its items. */
  readonly lastResult?: unknown
}

type Kind = { readonly method: string; readonly key: string; readonly word: string }

export const LISTS: Readonly<Record<ListKind, Kind>> = {
  tools: { method: 'tools/list', key: 'name', word: 'Tool' },
  resources: { method: 'resources/list', key: 'uri', word: 'Resource' },
  resourceTemplates: {
    method: 'resources/templates/list',
    key: 'uriTemplate',
    word: 'Resource template'
  },
  prompts: { method: 'prompts/list', key: 'name', word: 'Prompt' }
}

export type ListLimits = Pick<SessionSettings, 'listLimit' | 'pageLimit'>

export type ListOptions = {
  /** An older server that gives an empty cursor means that there is no more. */
  readonly followsEmptyCursor: boolean
  /** The default limits, if left out. */
  readonly limits?: ListLimits
}

const wholeHashes = new WeakMap<object, string>()

/** The same for the same item as its server sent it, also in the depths that were left out. */
export function hashOfItem(item: Readonly<Record<string, unknown>>): string {
  return wholeHashes.get(item) ?? canonicalHash(item)
}

export async function readList(
  kind: ListKind,
  ask: AskPage,
  options: ListOptions = { followsEmptyCursor: true }
): Promise<List> {
  const { key, word } = LISTS[kind]
  const { sent, findings, ...rest } = await readPages(ask, kind, options)
  const items: Readonly<Record<string, unknown>>[] = []
  sent.forEach((item, index) => {
    const place = `${word} ${index + 1} of the list`
    if (!isObject(item) || typeof item[key] !== 'string') {
      findings.push(`${place} has no ${key}, so it cannot be used.`)
    } else if (isTooDeep(item)) {
      const levels = `more than ${DEEPEST_PASSED_ON} levels deep`
      findings.push(`${place} is nested ${levels}; what is deeper is only in the traffic.`)
      const cut = withoutDepths(item) as Readonly<Record<string, unknown>>
      wholeHashes.set(cut, canonicalHash(item))
      items.push(cut)
    } else items.push(item)
  })
  return { items, sent, findings, ...rest }
}

type Pages = Omit<List, 'items' | 'findings'> & { readonly findings: string[] }

async function readPages(
  ask: AskPage,
  key: ListKind,
  { followsEmptyCursor, limits = DEFAULT_SETTINGS }: ListOptions
): Promise<Pages> {
  const { listLimit, pageLimit } = limits
  const sent: unknown[] = []
  const seenCursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const outcome = await ask(cursor === undefined ? {} : { cursor })
    if (outcome.kind !== 'result') {
      const finding = `Page ${page} of ${key} could not be read: ${describe(outcome)}`
      return { sent, findings: [finding], failure: outcome }
    }
    const lastResult = outcome.result
    const listed = isObject(lastResult) ? lastResult[key] : undefined
    if (!Array.isArray(listed)) {
      const message = `Page ${page} of the list has no array "${key}".`
      const failure: Outcome = { kind: 'error', error: { code: 0, message, data: lastResult } }
      return { sent, findings: [message], failure, lastResult }
    }
    const room = listLimit - sent.length
    for (const item of listed.slice(0, room)) sent.push(item)
    cursor = cursorOf(lastResult, followsEmptyCursor)
    const isCut = listed.length > room || (listed.length === room && cursor !== undefined)
    if (cursor === undefined && !isCut) return { sent, findings: [], lastResult }

    const stop = isCut
      ? tooMany(`${listLimit} items`, 'listLimit')
      : cursor !== undefined && seenCursors.has(cursor)
        ? 'the server gave the same cursor twice.'
        : page >= pageLimit
          ? tooMany(`${pageLimit} pages`, 'pageLimit')
          : undefined
    if (stop !== undefined) {
      const finding = `The list of ${key} is not complete: ${stop}`
      return { sent, findings: [finding], isIncomplete: true, lastResult }
    }
    if (cursor !== undefined) seenCursors.add(cursor)
  }
}

/** Where the list goes on, if it does. */
function cursorOf(result: unknown, followsEmptyCursor: boolean): string | undefined {
  const next = isObject(result) ? result['nextCursor'] : undefined
  return typeof next === 'string' && (next !== '' || followsEmptyCursor) ? next : undefined
}

function tooMany(what: string, setting: keyof ListLimits): string {
  return `it has more than ${what}. To read more, set ${setting} in the definition of the server.`
}

function describe(outcome: Exclude<Outcome, { kind: 'result' }>): string {
  switch (outcome.kind) {
    case 'error':
      return `the server answered with error ${describeCode(outcome.error.code)}: ${outcome.error.message}`
    case 'timeout':
      return `the server did not answer within ${outcome.afterMs / 1000} s.`
    case 'cancelled':
      return 'it was cancelled.'
    case 'connection-lost':
    case 'not-an-answer':
      return outcome.reason
  }
}
