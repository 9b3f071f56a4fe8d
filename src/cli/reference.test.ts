/** The reference pages in docs are made from the code; `npm run unit -- src/cli/reference.test.ts -u` writes them. */
import { join } from 'node:path'
import { format } from 'prettier'
import { expect, it } from 'vitest'
import { entrySchema } from '../core/server-file/entry'
import { isObject, type JsonObject } from '../shared/json/json'
import { AUDIT_RECORDS } from '../shared/query/audit-records'
import { CALLS } from '../shared/query/calls'
import { FRAMES } from '../shared/query/frames'
import { helpFor, type Vocabulary } from '../shared/query/vocabulary'
import { USAGE } from './output/usage'

const FOLDER = join(import.meta.dirname, '../../docs/reference')

const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  Traffic: FRAMES,
  'History of calls': CALLS,
  'Audit log': AUDIT_RECORDS
}

it.each([
  ['filters.md', filters],
  ['server-fields.md', serverFields],
  ['command-line.md', commandLine]
])('docs/reference/%s says what the code does', async (name, page) => {
  const text = `<!-- Made from the code by src/cli/reference.test.ts, not by hand. -->\n\n${page()}`
  const formatted = await format(text, { parser: 'markdown' })
  await expect(formatted).toMatchFileSnapshot(join(FOLDER, name))
})

type Line = readonly [subject: string, meaning: string]

function filters(): string {
  const parts = Object.entries(VOCABULARIES).map(([title, vocabulary]) => {
    const lines = helpFor(vocabulary).map(({ example, meaning }): Line => [code(example), meaning])
    return `## ${title}\n\n${table(['filter', 'finds'], lines)}\n\n${wordsOf(vocabulary)}`
  })
  return ['# Filters', 'All terms of a filter have to hold.', ...parts].join('\n\n')
}

function wordsOf({ fields }: Vocabulary): string {
  const lines = Object.entries(fields).flatMap(([name, field]): readonly Line[] => {
    if (field.takes !== 'word') return []
    const words = Object.entries(field.words)
    const plain = words.filter(([, meaning]) => meaning === '').map(([word]) => code(word))
    const explained = words.filter(([, meaning]) => meaning !== '')
    return [
      ...explained.map(([word, meaning]): Line => [code(`${name}:${word}`), meaning]),
      ...(plain.length > 0 ? [[code(`${name}:`), `One of ${plain.join(', ')}`] as const] : [])
    ]
  })
  return table(['word', 'means'], lines)
}

function serverFields(): string {
  return ['# Fields of a server', table(['field', 'is'], linesOf(entrySchema()))].join('\n\n')
}

/** The fields of an object come after it, with its name before theirs. */
function linesOf({ properties }: JsonObject, place = ''): readonly Line[] {
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) => {
    if (!isObject(field)) return []
    return [[code(place + name), meaningOf(field)], ...linesOf(field, `${place}${name}.`)]
  })
}

function meaningOf({ description, enum: words }: JsonObject): string {
  const meaning = typeof description === 'string' ? description : ''
  if (!Array.isArray(words)) return meaning
  return `${meaning} One of ${words.map((word) => code(String(word))).join(', ')}.`
}

function commandLine(): string {
  return ['# `patchbay --help`', `\`\`\`\n${USAGE}\n\`\`\``].join('\n\n')
}

function table(heads: Line, lines: readonly Line[]): string {
  const rows = [heads, ['---', '---'], ...lines]
  return rows.map((cells) => `| ${cells.map(cellOf).join(' | ')} |`).join('\n')
}

function cellOf(text: string): string {
  return text.replaceAll('|', '\\|')
}

function code(text: string): string {
  return `\`${text}\``
}
