/** Two versions of a resource as texts: all of them, unless that is too much to be compared. */
import type { BodyRef } from '../../../shared/calls/body'
import { contentsOf, type ResourceReading } from '../../../shared/calls/exchange'
import { fromJson, isObject } from '../../../shared/json/json'
import { request } from '../../bridge/bridge'
import { readText } from '../content/body/use-body-text'
import { MOST_CHARS } from '../history/compared-text'
import { contentsText, inLines, laidOut, type ContentsText } from './version-text'

export type ComparedVersions = {
  readonly before: string
  readonly after: string
  readonly language: ContentsText['language']
  /** Of the longer one, where only the beginnings are here. */
  readonly totalChars?: number
}

type Version =
  | { readonly result: unknown }
  /** It is too large: the beginning of everything in it, and where the whole is kept. */
  | { readonly beginning: unknown; readonly ref: BodyRef }

type Text = Pick<ContentsText, 'text'> & { readonly totalChars?: number }

export async function compareVersions(
  before: ResourceReading,
  after: ResourceReading
): Promise<ComparedVersions> {
  const [older, newer] = await Promise.all([versionOf(before), versionOf(after)])
  const [olderText, newerText] = await Promise.all([textOf(older), textOf(newer)])
  if (olderText && newerText) {
    const isWhole = 'result' in older && 'result' in newer
    // Where the texts are the same, what is different is beside them.
    const isBeside = isWhole && olderText.text === newerText.text
    const { language } = contentsText('result' in newer ? newer.result : newer.beginning)
    if (!isBeside) return compared(olderText, newerText, language)
  }
  return compared(...(await Promise.all([jsonOf(older), jsonOf(newer)])), 'json')
}

function compared(before: Text, after: Text, language: ContentsText['language']): ComparedVersions {
  const isCut = before.totalChars !== undefined || after.totalChars !== undefined
  const lengths = [before, after].map(({ text, totalChars = text.length }) => totalChars)
  return {
    before: before.text,
    after: after.text,
    language,
    ...(isCut && { totalChars: Math.max(...lengths) })
  }
}

async function versionOf({ outcome, answerSeq = 0 }: ResourceReading): Promise<Version> {
  if (outcome.kind === 'result') return { result: outcome.result }
  const ref = { seq: answerSeq }
  const { value, cuts, totalChars } = await request('body.outline', { ref, pointer: '' })
  if (cuts.length === 0) return { result: value }
  if (totalChars > MOST_CHARS) return { beginning: value, ref }
  const { text } = await readText({ ref, pointer: '' }, '', MOST_CHARS, true)
  return { result: fromJson(text) }
}

/** What a resource holds; undefined for what is too large and holds more than one text. */
async function textOf(version: Version): Promise<Text | undefined> {
  if ('result' in version) return { text: contentsText(version.result).text }
  const contents = contentsOf(version.beginning) ?? []
  const [only] = contents
  if (contents.length !== 1 || !isObject(only)) return undefined
  const key = ['text', 'blob'].find((name) => typeof only[name] === 'string')
  if (key === undefined) return undefined
  const place = { ref: version.ref, pointer: `/contents/0/${key}` }
  const { text, totalChars } = await readText(place, '', MOST_CHARS)
  if (key === 'text') return { text, totalChars }
  const lines = inLines(text)
  return { text: lines, totalChars: totalChars + lines.length - text.length }
}

async function jsonOf(version: Version): Promise<Text> {
  if ('result' in version) return { text: laidOut(version.result) }
  return readText({ ref: version.ref, pointer: '' }, '', MOST_CHARS)
}
