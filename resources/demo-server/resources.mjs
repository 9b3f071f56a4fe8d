// What can be read: one resource of every kind, and templates that make more of them.
import { clockText, CLOCK, COUNTER, counterText } from './live.mjs'
import { picture, sound } from './media.mjs'

const HTML = `<!doctype html>
<title>A page</title>
<style>body { font-family: sans-serif } h1 { color: rebeccapurple }</style>
<h1>A page that tries things</h1>
<p id="told">If this sentence is still here, its script did not run.</p>
<img src="missing.png" onerror="document.getElementById('told').textContent = 'An event handler ran.'">
<form action="demo://form"><button>This button leads nowhere</button></form>
<script>document.getElementById('told').textContent = 'A script ran.'</script>
`

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="120" height="80">
  <rect width="120" height="80" rx="8" fill="#2457d6"/>
  <circle cx="60" cy="40" r="24" fill="#ffe3a3"/>
  <script>document.documentElement.textContent = 'A script ran.'</script>
</svg>
`

const MARKDOWN = `# Welcome

These are the *resources* of the demo server.

| kind | where |
| --- | --- |
| text | \`demo://notes/1\` |
| picture | \`demo://pictures/gradient.png\` |

1. Choose one on the left.
2. Read it.

> A remote picture is not loaded: ![a picture](https://example.com/picture.png)
`

const PEOPLE = {
  people: [
    { name: 'Ada', born: 1815, fields: ['mathematics', 'computing'] },
    { name: 'Grace', born: 1906, fields: ['computing'] }
  ],
  isComplete: false
}

const BYTES = Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 7) % 256))

/** Everything that is listed, each with the function that reads it. */
const resources = [
  file('demo://notes/1', 'text/plain', 'Note 1: buy more tea.\n', {
    name: 'note-1',
    title: 'The first note',
    annotations: { audience: ['user'], priority: 0.8, lastModified: '2026-03-01T12:00:00Z' }
  }),
  file('demo://notes/2', 'text/markdown', '# Note 2\n\nIt is *inside* too.\n', { name: 'note-2' }),
  file('demo://notes/welcome.md', 'text/markdown', MARKDOWN, {
    name: 'welcome',
    title: 'Welcome',
    description: 'What there is to read, written in Markdown.',
    annotations: { audience: ['user', 'assistant'], priority: 1 }
  }),
  file('demo://data/people.json', 'application/json', JSON.stringify(PEOPLE), { name: 'people' }),
  file('demo://data/table.csv', 'text/csv', 'name,age\nAda,36\nGrace,85\n', { name: 'table' }),
  file('demo://data/lines.log', 'text/plain', lines(20_000), {
    name: 'lines',
    title: 'Many lines'
  }),
  file('demo://pages/page.html', 'text/html', HTML, { name: 'page', title: 'A page with script' }),
  file('demo://pictures/shape.svg', 'image/svg+xml', SVG, { name: 'shape' }),
  blob('demo://pictures/gradient.png', 'image/png', picture().data, { name: 'gradient' }),
  blob('demo://sounds/a.wav', 'audio/wav', sound().data, { name: 'a', title: 'The note A' }),
  blob('demo://files/bytes.bin', 'application/octet-stream', BYTES.toString('base64'), {
    name: 'bytes'
  }),
  live(
    CLOCK,
    'clock',
    'Changes every two seconds, and says so to whoever has subscribed.',
    clockText
  ),
  live(COUNTER, 'counter', 'Changes when the tool touch-resource is called.', counterText),
  file('file:///demo/of-the-server.txt', 'text/plain', 'The server wrote this, not your disk.\n', {
    name: 'of-the-server',
    description: 'A file as the server sees it. Whoever reads it asks the server, not the disk.'
  }),
  file('ui://demo/panel', 'text/html;profile=mcp-app', '<!doctype html><p>An app.</p>', {
    name: 'panel',
    title: 'The app of describe-itself'
  })
]

export const templates = [
  {
    uriTemplate: 'demo://notes/{id}',
    name: 'note',
    title: 'A note by its number',
    description: 'Numbers from 1 to 250.',
    mimeType: 'text/plain'
  },
  {
    uriTemplate: 'demo://weather/{country}/{city}{?unit}',
    name: 'weather',
    title: 'The weather in a city',
    description: 'The cities that are suggested are those of the country.',
    mimeType: 'application/json'
  },
  {
    uriTemplate: 'demo://search{/folders*}{?terms*,limit}',
    name: 'search',
    description: 'Shows what a list and a map become.',
    mimeType: 'text/plain'
  }
]

export const listedResources = resources.map(({ read: _read, ...listed }) => listed)

/** Undefined when there is no such resource. */
export function readResource(uri) {
  const found = resources.find((resource) => resource.uri === uri)
  if (found) return { contents: [found.read()] }
  const made = madeOf(uri)
  return made && { contents: [{ uri, ...made }] }
}

/** What the templates stand for. */
function madeOf(uri) {
  const [, rest = ''] = uri.split('demo://')
  const [kind, ...steps] = rest.split(/[/?]/)
  const number = Number(steps[0])
  if (kind === 'notes' && number >= 1 && number <= 250) {
    return { mimeType: 'text/plain', text: `Note ${number}: nothing much.\n` }
  }
  if (kind === 'weather' && steps.length >= 2) {
    const [country, city, query = 'unit=celsius'] = steps.map(decodeURIComponent)
    const weather = { country, city, [query.slice('unit='.length)]: 11.5 }
    return { mimeType: 'application/json', text: JSON.stringify(weather, null, 2) }
  }
  if (kind === 'search') return { mimeType: 'text/plain', text: `You asked for ${uri}\n` }
  return undefined
}

function file(uri, mimeType, text, about) {
  const size = Buffer.byteLength(text)
  return { uri, mimeType, size, ...about, read: () => ({ uri, mimeType, text }) }
}

function blob(uri, mimeType, data, about) {
  const size = Buffer.from(data, 'base64').length
  return { uri, mimeType, size, ...about, read: () => ({ uri, mimeType, blob: data }) }
}

function live(uri, name, description, write) {
  const mimeType = 'text/plain'
  return { uri, mimeType, name, description, read: () => ({ uri, mimeType, text: write() }) }
}

function lines(count) {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')
}
