// The reference tables in docs are made from the code. Write them anew with: npm run unit -- scripts/reference.test.mjs -u
import { format } from 'prettier'
import { expect, it } from 'vitest'
import { USAGE } from '../src/cli/output/usage'
import { entrySchema } from '../src/core/server-file/entry'
import { AUDIT_RECORDS } from '../src/shared/query/audit-records'
import { FRAMES } from '../src/shared/query/frames'
import { helpFor } from '../src/shared/query/vocabulary'
import { inProject } from './project.mjs'

const VOCABULARIES = [
  ['Traffic', FRAMES],
  ['Audit log', AUDIT_RECORDS]
]

it.each([
  ['filters.md', filters],
  ['server-fields.md', serverFields],
  ['command-line.md', commandLine]
])('docs/reference/%s says what the code does', async (name, page) => {
  const text = `<!-- Made from the code by scripts/reference.test.mjs, not by hand. -->\n\n${page()}`
  const formatted = await format(text, { parser: 'markdown' })
  await expect(formatted).toMatchFileSnapshot(inProject('docs', 'reference', name))
})

function filters() {
  const parts = VOCABULARIES.map(([title, vocabulary]) => {
    const lines = helpFor(vocabulary).map(({ example, meaning }) => [code(example), meaning])
    return `## ${title}\n\n${table(['filter', 'finds'], lines)}\n\n${wordsOf(vocabulary)}`
  })
  return ['# Filters', 'All terms of a filter have to hold.', ...parts].join('\n\n')
}

function wordsOf({ fields }) {
  const lines = Object.entries(fields)
    .filter(([, field]) => field.takes === 'word')
    .flatMap(([name, { words }]) => {
      const plain = Object.keys(words).filter((word) => words[word] === '')
      const explained = Object.keys(words).filter((word) => words[word] !== '')
      return [
        ...explained.map((word) => [code(`${name}:${word}`), words[word]]),
        ...(plain.length > 0 ? [[code(`${name}:`), `One of ${plain.map(code).join(', ')}`]] : [])
      ]
    })
  return table(['word', 'means'], lines)
}

function serverFields() {
  const lines = linesOf(entrySchema())
  return ['# Fields of a server', table(['field', 'is'], lines)].join('\n\n')
}

/** The fields of an object come after it, with its name before theirs. */
function linesOf({ properties = {} }, place = '') {
  return Object.entries(properties).flatMap(([name, field]) => [
    [code(place + name), meaningOf(field)],
    ...linesOf(field, `${place}${name}.`)
  ])
}

function meaningOf({ description = '', enum: words = [] }) {
  return words.length === 0 ? description : `${description} One of ${words.map(code).join(', ')}.`
}

function commandLine() {
  return ['# `patchbay --help`', `\`\`\`\n${USAGE}\n\`\`\``].join('\n\n')
}

function table(heads, lines) {
  const rows = [heads, heads.map(() => '---'), ...lines]
  return rows.map((cells) => `| ${cells.map(cellOf).join(' | ')} |`).join('\n')
}

function cellOf(text) {
  return text.replaceAll('|', '\\|')
}

function code(text) {
  return `\`${text}\``
}
