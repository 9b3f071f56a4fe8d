/** Reads the values of options; each refuses with a sentence that names the option. */
import { readFileSync } from 'node:fs'
import {
  headerProblem,
  TRANSPORT_WORDS,
  type TransportWord
} from '../../core/address/remote-address'
import { messageOf } from '../../shared/protocol/errors'
import { fromJson, isObject, type JsonObject } from '../../shared/json/json'
import type { EraChoice } from '../../shared/servers/server-config'
import { wrongUsage } from '../output/usage'
import type { Sources } from '../profile/host'

/** What the command line changes in the definition of a server. */
export type Overrides = {
  readonly timeoutMs?: number
  readonly era?: EraChoice
  readonly transport?: TransportWord
  readonly headers: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

const ERAS: readonly EraChoice[] = ['legacy', 'auto', 'modern']

export function readTimeout(text: string): number {
  const ms = Number(text)
  if (text.trim() !== '' && Number.isInteger(ms) && ms > 0 && ms < 2 ** 31) return ms
  throw wrongUsage('--timeout has to be a number of milliseconds, such as 5000.')
}

const LONGEST_FOR_S = 86_400

/** In milliseconds. */
export function readFor(text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && seconds > 0 && seconds <= LONGEST_FOR_S) return seconds * 1_000
  throw wrongUsage('--for has to be a number of seconds, such as 30, and a day at most.')
}

export function readEra(text: string): EraChoice {
  const era = ERAS.find((known) => known === text)
  if (era) return era
  throw wrongUsage(`--era has to be one of ${ERAS.join(', ')}.`)
}

export function readTransport(text: string): TransportWord {
  if (Object.hasOwn(TRANSPORT_WORDS, text)) return text as TransportWord
  throw wrongUsage(`--transport has to be one of ${Object.keys(TRANSPORT_WORDS).join(', ')}.`)
}

export function readHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers = Object.fromEntries(
    texts.map((text) => {
      const colon = text.indexOf(':')
      if (colon < 1) throw wrongUsage("--header has to look like this: 'Name: value'.")
      return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
    })
  )
  const problem = headerProblem(headers)
  if (problem !== undefined) throw wrongUsage(`--header: ${problem}`)
  return headers
}

export function readPairs(
  option: string,
  texts: readonly string[]
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=')
      if (equals < 1) throw wrongUsage(`${option} has to look like this: NAME=value.`)
      return [text.slice(0, equals), text.slice(equals + 1)]
    })
  )
}

export const systemSources: Sources = {
  file: (path) => readFileSync(path, 'utf8'),
  stdin: () => readFileSync(0, 'utf8')
}

/** `@file` is what the file holds, `-` is what stdin holds; all else is the text itself. */
export function readText(text: string, option: string, { file, stdin }: Sources): string {
  try {
    if (text === '-') return stdin()
    return text.startsWith('@') ? file(text.slice(1)) : text
  } catch (error) {
    throw wrongUsage(`${option} ${text} cannot be read: ${messageOf(error)}`)
  }
}

export function readJsonObject(text = '{}', option = '--args'): JsonObject {
  let value: unknown
  try {
    // An editor may have put a byte order mark at the beginning of a file.
    value = fromJson(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw wrongUsage(`${option} is not JSON: ${(error as Error).message}`)
  }
  if (!isObject(value))
    throw wrongUsage(`${option} has to be a JSON object, such as {"message":"hi"}.`)
  return value as JsonObject
}

/** The arguments of prompts are text, and nothing else. */
export function readTexts(text?: string): Readonly<Record<string, string>> {
  const texts = Object.entries(readJsonObject(text)).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, value]
    throw wrongUsage(`The arguments of a prompt are text; "${name}" in --args is not.`)
  })
  return Object.fromEntries(texts)
}
