/** Reads a server's lists leniently: what is malformed is reported, and does not hide the rest. */
import type { Catalogue, Tool } from '../../shared/catalogue'
import { isObject } from '../../shared/json'

const PAGE_LIMIT = 200
const ITEM_LIMIT = 10_000

/** Asks for one page of a list and resolves with the result as the server sent it. */
export type AskPage = (params: { cursor?: string }) => Promise<unknown>

export async function readTools(ask: AskPage): Promise<Catalogue> {
  const { items, findings } = await readPages(ask, 'tools')
  const tools: Tool[] = []
  items.forEach((item, index) => {
    if (isTool(item)) tools.push(item)
    else findings.push(`Tool ${index + 1} of the list has no name, so it cannot be called.`)
  })
  return { isLoading: false, tools, findings }
}

async function readPages(
  ask: AskPage,
  key: string
): Promise<{ items: unknown[]; findings: string[] }> {
  const items: unknown[] = []
  const seenCursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const result = await ask(cursor === undefined ? {} : { cursor })
    const listed = isObject(result) ? result[key] : undefined
    if (!Array.isArray(listed)) {
      return { items, findings: [`Page ${page} of the list has no array "${key}".`] }
    }
    items.push(...(listed as unknown[]))
    const next = isObject(result) ? result['nextCursor'] : undefined
    if (typeof next !== 'string') return { items, findings: [] }

    const stop = whyStop(page, items.length, seenCursors.has(next))
    if (stop !== undefined) return { items, findings: [`The list is not complete: ${stop}.`] }
    seenCursors.add(next)
    cursor = next
  }
}

function whyStop(pages: number, items: number, isRepeated: boolean): string | undefined {
  if (isRepeated) return 'the server gave the same cursor twice'
  if (pages >= PAGE_LIMIT) return `it has more than ${PAGE_LIMIT} pages`
  if (items >= ITEM_LIMIT) return `it has more than ${ITEM_LIMIT} items`
  return undefined
}

function isTool(item: unknown): item is Tool {
  return isObject(item) && typeof item['name'] === 'string'
}
