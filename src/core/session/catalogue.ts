/** Reads a server's lists leniently: what is malformed is reported, and does not hide the rest. */
import type { Outcome } from '../../shared/call'
import type { Catalogue, Tool } from '../../shared/catalogue'
import { isObject } from '../../shared/json'

const PAGE_LIMIT = 200
const ITEM_LIMIT = 10_000

/** Asks for one page of a list. */
export type AskPage = (params: { cursor?: string }) => Promise<Outcome>

export async function readTools(ask: AskPage): Promise<Catalogue> {
  const { items, findings, failure } = await readPages(ask, 'tools')
  const tools: Tool[] = []
  items.forEach((item, index) => {
    if (isTool(item)) tools.push(item)
    else findings.push(`Tool ${index + 1} of the list has no name, so it cannot be called.`)
  })
  return { isLoading: false, tools, findings, ...(failure && { failure }) }
}

type Pages = {
  readonly items: unknown[]
  readonly findings: string[]
  /** What ended the reading before its end, when it was not an answer that could be read. */
  readonly failure?: Outcome
}

async function readPages(ask: AskPage, key: string): Promise<Pages> {
  const items: unknown[] = []
  const seenCursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const outcome = await ask(cursor === undefined ? {} : { cursor })
    if (outcome.kind !== 'result') {
      const finding = `Page ${page} of the list could not be read: ${describe(outcome)}`
      return { items, findings: [finding], failure: outcome }
    }
    const { result } = outcome
    const listed = isObject(result) ? result[key] : undefined
    if (!Array.isArray(listed)) {
      return { items, findings: [`Page ${page} of the list has no array "${key}".`] }
    }
    for (const item of listed.slice(0, ITEM_LIMIT - items.length)) items.push(item)
    const next = isObject(result) ? result['nextCursor'] : undefined
    const isFull = items.length >= ITEM_LIMIT
    if (typeof next !== 'string' && !isFull) return { items, findings: [] }

    const stop = isFull ? `it has ${ITEM_LIMIT} items or more` : whyStop(page, next, seenCursors)
    if (stop !== undefined) return { items, findings: [`The list is not complete: ${stop}.`] }
    cursor = String(next)
    seenCursors.add(cursor)
  }
}

function whyStop(page: number, next: unknown, seen: ReadonlySet<unknown>): string | undefined {
  if (seen.has(next)) return 'the server gave the same cursor twice'
  return page >= PAGE_LIMIT ? `it has more than ${PAGE_LIMIT} pages` : undefined
}

function describe(outcome: Exclude<Outcome, { kind: 'result' }>): string {
  switch (outcome.kind) {
    case 'error':
      return `the server answered with error ${outcome.error.code}: ${outcome.error.message}`
    case 'timeout':
      return `the server did not answer within ${outcome.afterMs / 1000} s.`
    case 'cancelled':
      return 'it was cancelled.'
    case 'connection-lost':
      return outcome.reason
  }
}

function isTool(item: unknown): item is Tool {
  return isObject(item) && typeof item['name'] === 'string'
}
