/** The steps of a run as a sequence diagram: Mermaid text, or an SVG that needs nothing else. */
import type { AuthDebugReport, AuthDebugStep, AuthDebugStepId } from './auth-debug'
import { MISTAKE_WORDS, STEP_WORDS, VERDICT_MARKS } from './auth-debug-words'
import { visibleText } from '../text/visible-text'

const ACTORS = ['You', 'Patchbay', 'Server', 'Authorization server'] as const
type Actor = (typeof ACTORS)[number]

type Arrow = {
  readonly from: Actor
  readonly to: Actor
  readonly text: string
  readonly isReply: boolean
}
type Part = { readonly step: AuthDebugStep; readonly arrows: readonly Arrow[] }

const OF_SERVER: ReadonlySet<AuthDebugStepId> = new Set([
  'first-request',
  'resource-metadata',
  'request'
])
const LONGEST_TEXT = 64

function partsOf({ steps, url }: AuthDebugReport): readonly Part[] {
  return steps
    .filter(({ verdict }) => verdict !== 'waiting' && verdict !== 'skipped')
    .map((step) => ({ step, arrows: arrowsOf(step, url) }))
}

function arrowsOf(step: AuthDebugStep, serverUrl: string): readonly Arrow[] {
  const [first] = step.exchanges
  if (!first) return []
  if (step.id === 'authorization') {
    return [
      { from: 'Patchbay', to: 'You', text: 'opens the page', isReply: false },
      {
        from: 'You',
        to: 'Authorization server',
        text: `GET ${pathOf(first.target)}`,
        isReply: false
      }
    ]
  }
  if (step.id === 'return') {
    return [
      { from: 'Authorization server', to: 'You', text: 'redirects', isReply: true },
      { from: 'You', to: 'Patchbay', text: 'comes back', isReply: false }
    ]
  }
  return step.exchanges.flatMap(({ method, target, status }) => {
    const isServer = OF_SERVER.has(step.id) || target.split('?')[0] === serverUrl.split('?')[0]
    const other: Actor = isServer ? 'Server' : 'Authorization server'
    const text = `${method} ${pathOf(target)}`
    const asked: Arrow = { from: 'Patchbay', to: other, text, isReply: false }
    if (status === undefined) return [asked]
    return [asked, { from: other, to: 'Patchbay', text: String(status), isReply: true }]
  })
}

/** Without the query: it is long, and the step has it. */
function pathOf(target: string): string {
  const path = /^[a-z]+:\/\/[^/]+(\/[^?#]*)?/i.exec(target)?.[1] ?? '/'
  return short(path)
}

function short(text: string): string {
  const visible = visibleText(text)
  return visible.length > LONGEST_TEXT ? `${visible.slice(0, LONGEST_TEXT)}…` : visible
}

function titleOf(step: AuthDebugStep): string {
  return `${VERDICT_MARKS[step.verdict].glyph} ${STEP_WORDS[step.id].title}`
}

function headingOf({ name, wish }: AuthDebugReport): string {
  const mistake = wish.mistake === undefined ? '' : `, ${MISTAKE_WORDS[wish.mistake].title}`
  return `Authorization of ${short(name)} (MCP ${wish.revision}${mistake})`
}

export function mermaidOf(report: AuthDebugReport): string {
  const id = (actor: Actor): string => `a${ACTORS.indexOf(actor)}`
  const lines = partsOf(report).flatMap(({ step, arrows }) => [
    `  Note over a0,a3: ${mermaidText(titleOf(step))}`,
    ...arrows.map(
      ({ from, to, text, isReply }) =>
        `  ${id(from)}${isReply ? '-->>' : '->>'}${id(to)}: ${mermaidText(text)}`
    )
  ])
  return [
    'sequenceDiagram',
    `  %% ${mermaidText(headingOf(report))}`,
    ...ACTORS.map((actor) => `  participant ${id(actor)} as ${actor}`),
    ...lines,
    ''
  ].join('\n')
}

/** Neither ends its line nor begins a command of the language. */
function mermaidText(text: string): string {
  return text.replace(/[\r\n%{}]/g, ' ').replace(/[#;]/g, (each) => `#${each.charCodeAt(0)};`)
}

const WIDTH = 860
const LEFT = 90
const GAP = 226
const TOP = 84
const ROW = 30

const SVG_COLOURS = {
  ok: '#0b7a5c',
  remark: '#5b6472',
  wrong: '#8a5300',
  failed: '#b3261e'
} as const

/** Light, whatever the theme is: it is pasted into documents. */
export function svgOf(report: AuthDebugReport): string {
  const x = (actor: Actor): number => LEFT + ACTORS.indexOf(actor) * GAP
  let y = TOP
  const drawn: string[] = []
  for (const { step, arrows } of partsOf(report)) {
    const colour = colourOf(step)
    drawn.push(
      `<rect x="20" y="${y - 15}" width="${WIDTH - 40}" height="22" rx="4" fill="#eef1f5"/>`,
      `<text x="28" y="${y}" font-weight="600" fill="${colour}">${escaped(titleOf(step))}</text>`
    )
    y += ROW
    for (const arrow of arrows) {
      drawn.push(...drawnArrow(arrow, x(arrow.from), x(arrow.to), y))
      y += ROW
    }
  }
  const height = y + 10
  const lanes = ACTORS.map(
    (actor) =>
      `<text x="${x(actor)}" y="52" text-anchor="middle" font-weight="600">${actor}</text>` +
      `<line x1="${x(actor)}" y1="62" x2="${x(actor)}" y2="${height - 10}" stroke="#c5ccd6"/>`
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1b1f27" role="img">`,
    `<title>${escaped(headingOf(report))}</title>`,
    '<defs><marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#1b1f27"/></marker></defs>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="20" y="24" font-size="14" font-weight="600">${escaped(headingOf(report))}</text>`,
    ...lanes,
    ...drawn,
    '</svg>',
    ''
  ].join('\n')
}

function drawnArrow(
  { text, isReply }: Arrow,
  from: number,
  to: number,
  y: number
): readonly string[] {
  const dashes = isReply ? ' stroke-dasharray="4 3"' : ''
  return [
    `<line x1="${from}" y1="${y}" x2="${to}" y2="${y}" stroke="#1b1f27"${dashes} marker-end="url(#head)"/>`,
    `<text x="${(from + to) / 2}" y="${y - 6}" text-anchor="middle" paint-order="stroke" stroke="#ffffff" stroke-width="4">${escaped(text)}</text>`
  ]
}

function colourOf({ verdict }: AuthDebugStep): string {
  return verdict in SVG_COLOURS ? SVG_COLOURS[verdict as keyof typeof SVG_COLOURS] : '#5b6472'
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

export function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (each) => ENTITIES[each] ?? each)
}
