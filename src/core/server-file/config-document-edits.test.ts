/** Any edits in any order: nothing is lost but what was to go. */
import { expect, it } from 'vitest'
import fc from '../../shared/json/properties-testing'
import { ConfigDocument } from './config-document'

type Style = {
  readonly lineEnd: string
  readonly unit: string
  readonly hasTrailingComma: boolean
  readonly isBare: boolean
}
type Sample = {
  readonly isWide: boolean
  readonly above: number
  readonly isBehind: boolean
  readonly isLoose: boolean
}
type Server = { readonly name: string; readonly tag: string }
type Edit = {
  readonly kind: (typeof KINDS)[number]
  readonly which: number
  readonly number: number
}

const KINDS = [
  'add',
  'insert',
  'replace',
  'remove',
  'rename',
  'move',
  'set',
  'unset',
  'inputs'
] as const

const styles = fc.record<Style>({
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  unit: fc.constantFrom('  ', '    ', '\t', ''),
  hasTrailingComma: fc.boolean(),
  isBare: fc.boolean()
})
const samples = fc.record<Sample>({
  isWide: fc.boolean(),
  above: fc.nat(2),
  isBehind: fc.boolean(),
  isLoose: fc.boolean()
})
const edits = fc.record<Edit>({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(10),
  number: fc.integer({ min: -5, max: 5 })
})

/** Comments of a server bear its tag, and those of nobody bear `#free`. */
function fileWith(style: Style, servers: readonly Sample[]): string {
  const { lineEnd, unit, hasTrailingComma, isBare } = style
  const lines = servers.flatMap(({ isWide, above, isBehind, isLoose }, index) => {
    const tag = `#${index}#`
    const comma = index < servers.length - 1 || hasTrailingComma ? ',' : ''
    const behind = isBehind ? ` // ${tag} behind` : ''
    const value = isWide
      ? ['{', `${unit}"command": "x", // ${tag} inside`, `${unit}"${tag}": [1,2 , 3]`, '}']
      : [`{"command":  "x", "${tag}":1 }`]
    return [
      ...(isLoose ? ['', `// #free${index}#`, ''] : []),
      ...Array.from({ length: above }, (_, line) =>
        line === 0 ? `/* ${tag} above` + ' */' : `// ${tag} above ${line}`
      ),
      ...value
        .map((line, at) => (at === 0 ? `"s${index}": ${line}` : line))
        .map((line, at) => (at === value.length - 1 ? `${line}${comma}${behind}` : line))
    ]
  })
  const inside = lines.map((line) => (line === '' ? '' : unit + unit + line))
  return [
    '// #free-top#',
    '{',
    `${unit}"x": "//", /* #free-x# */`,
    `${unit}"mcpServers": {${isBare ? '' : ' // #free-head#'}`,
    ...inside,
    ...(isBare ? [] : [`${unit}${unit}// #free-tail#`]),
    `${unit}}${isBare ? '' : ' // #free-close#'}`,
    '}',
    ''
  ].join(lineEnd)
}

function parse(text: string): ConfigDocument {
  const document = ConfigDocument.parse(text)
  if ('fault' in document) throw new Error(`${document.fault.message}\n${text}`)
  return document
}

function commentsIn(text: string, isWanted: (comment: string) => boolean): readonly string[] {
  const outsideTexts = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (found) => '_'.repeat(found.length))
  return (outsideTexts.match(/\/\/[^\r\n]*|\/\*.*?\*\//gs) ?? []).filter(isWanted).toSorted()
}

/** The new text, the servers as they are to be, and the one whose own text may change. */
function edited(document: ConfigDocument, servers: readonly Server[], edit: Edit, step: number) {
  const at = servers.length === 0 ? 0 : edit.which % servers.length
  const chosen = servers[at]
  const fresh = { name: `new${step}`, tag: `#new${step}#` }
  const value = `{\n  "command": "y", // ${fresh.tag} inside\n  "args": []\n}`
  const without = servers.toSpliced(at, 1)
  if (edit.kind === 'add') {
    return { text: document.withServer(fresh.name, value), servers: [...servers, fresh] }
  }
  if (edit.kind === 'insert') {
    return {
      text: document.withServerAt(fresh.name, value, at),
      servers: servers.toSpliced(at, 0, fresh)
    }
  }
  if (edit.kind === 'inputs') return { text: document.withInputs([{ id: `i${step}` }]), servers }
  if (!chosen) return { text: document.text, servers }
  const { name, tag } = chosen
  switch (edit.kind) {
    case 'replace':
      return { text: document.withServer(name, '{"url": "http://h"}'), servers, touched: tag }
    case 'remove':
      return { text: document.withoutServer(name), servers: without, touched: tag }
    case 'rename':
      return {
        text: document.withName(name, fresh.name),
        servers: servers.with(at, { name: fresh.name, tag })
      }
    case 'move': {
      const to = Math.min(Math.max(at + edit.number, 0), servers.length - 1)
      return {
        text: document.withOrder(name, edit.number),
        servers: without.toSpliced(to, 0, chosen)
      }
    }
    case 'set':
      return { text: document.withField(name, 'disabled', [edit.number]), servers, touched: tag }
    case 'unset':
      return { text: document.withField(name, 'command', undefined), servers, touched: tag }
  }
}

it('keeps every other server, every comment and the order through any edits', () => {
  fc.assert(
    fc.property(
      styles,
      fc.array(samples, { maxLength: 5 }),
      fc.array(edits, { minLength: 1, maxLength: 8 }),
      (style, entries, sequence) => {
        let document = parse(fileWith(style, entries))
        let servers: readonly Server[] = entries.map((_, index) => ({
          name: `s${index}`,
          tag: `#${index}#`
        }))
        for (const [step, edit] of sequence.entries()) {
          const after = edited(document, servers, edit, step)
          const touched = 'touched' in after ? after.touched : undefined
          const result = parse(after.text)
          expect(result.servers.map(({ name }) => name)).toEqual(
            after.servers.map(({ name }) => name)
          )

          const textOf = (from: ConfigDocument, name: string | undefined) =>
            from.servers.find((server) => server.name === name)?.text
          for (const { name, tag } of after.servers) {
            const before = servers.find((server) => server.tag === tag)
            if (tag === touched || !before) continue
            expect(textOf(result, name)).toBe(textOf(document, before.name))
          }
          const isKept = (comment: string): boolean =>
            (touched === undefined || !comment.includes(touched)) &&
            !comment.includes(`#new${step}#`)
          expect(commentsIn(after.text, isKept)).toEqual(commentsIn(document.text, isKept))
          const isOwn = (comment: string): boolean => / (above|behind)/.test(comment)
          if (edit.kind !== 'remove') {
            expect(commentsIn(after.text, isOwn)).toEqual(commentsIn(document.text, isOwn))
          }
          document = result
          servers = after.servers
        }
        const alien =
          style.lineEnd === '\n' ? /\r/ : style.lineEnd === '\r' ? /\n/ : /(?<!\r)\n|\r(?!\n)/
        expect(document.text).not.toMatch(alien)
      }
    ),
    { numRuns: 500 }
  )
})
