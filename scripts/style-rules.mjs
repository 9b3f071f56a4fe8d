// Rules for the style sheets of the window that no other tool knows: sizes and colours are tokens,
// and a look that has a name is defined once.
import { readdirSync, readFileSync } from 'node:fs'
import { inProject } from './project.mjs'

const WINDOW = 'src/renderer'
const STYLES = `${WINDOW}/styles`
const COLOUR_WORDS =
  'aqua black blue fuchsia gray green grey lime maroon navy olive orange purple red silver teal white yellow'
const SIZE = /(?<![\w-])\d*\.?\d+(?:px|pt|rem)\b/
const COLOUR = new RegExp(
  `#[0-9a-f]{3,8}\\b|\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\\(|` +
    `(?<![\\w-])(?:${COLOUR_WORDS.replaceAll(' ', '|')})(?![\\w-])`,
  'i'
)

/** The check of `npm run check`. */
export function checkStyles() {
  const files = readdirSync(inProject(WINDOW), { recursive: true })
    .map((name) => `${WINDOW}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path !== `${STYLES}/tokens.css` && /\.(css|tsx)$/.test(path))
    .map((path) => ({ path, text: readFileSync(inProject(path), 'utf8') }))
  const faults = styleFaults(files, `${STYLES}/primitives.css`)
  return { code: faults.length === 0 ? 0 : 1, output: faults.join('\n') }
}

/** One sentence for each fault, with where it is. `files` are all but the tokens. */
export function styleFaults(files, primitives) {
  const sheets = files.filter(({ path }) => path.endsWith('.css'))
  const components = files.filter(({ path }) => path.endsWith('.tsx'))
  const known = namesIn(sheets.find(({ path }) => path === primitives).text)
  const named = [...sheets.flatMap(namedBySheet), ...components.flatMap(namedByComponent)]
  return [
    ...sheets.flatMap(valueFaults),
    ...sheets.filter(({ path }) => path.endsWith('.module.css')).flatMap(secondsOf(known)),
    ...components.flatMap(inlineFaults),
    ...named
      .filter(({ name }) => !known.has(name))
      .map(({ place, name }) => `${place}: there is no primitive ${name}`),
    ...[...known]
      .filter((name) => !named.some((one) => one.name === name))
      .map((name) => `${primitives}: nothing uses ${name}`)
  ]
}

/**
 * Sizes and colours in declarations. Exempt are the sizes in conditions of @media and @container:
 * custom properties do not work there, so that no token could stand for them.
 */
function valueFaults({ path, text }) {
  const plain = withoutComments(text)
  return [...plain.matchAll(/(?<=[{;]\s*)([\w-]+):([^;{}]+);/g)].flatMap((declaration) => {
    const [, property, value] = declaration
    const place = placeOf(path, plain, declaration.index)
    return [
      [SIZE, 'a size'],
      [COLOUR, 'a colour']
    ].flatMap(([pattern, what]) => {
      const found = pattern.exec(value)?.[0]
      return found ? [`${place}: ${property} has ${what} of its own, ${found}: use a token`] : []
    })
  })
}

/** A class with the name of a primitive is that primitive, or has another name. */
function secondsOf(known) {
  return ({ path, text }) => {
    const plain = withoutComments(text)
    const composed = new Map()
    for (const [, selector, body] of plain.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
      for (const [, name] of selector.matchAll(/(?<=^|,)\s*\.([\w-]+)\s*(?=,|$)/g)) {
        composed.set(name, `${composed.get(name) ?? ''} ${body}`)
      }
    }
    return [...composed]
      .filter(([name, body]) => known.has(`ui-${name}`) && !composes(body, `ui-${name}`))
      .map(([name]) => `${path}: .${name} does not compose ui-${name}: compose it or rename it`)
  }
}

function composes(body, name) {
  return composedIn(body).some((one) => one.name === name)
}

function composedIn(text) {
  return [...text.matchAll(/composes:([^;]*)from global;/g)].flatMap((found) =>
    found[1]
      .trim()
      .split(/\s+/)
      .map((name) => ({ name, index: found.index }))
  )
}

function namedBySheet({ path, text }) {
  return composedIn(text).map(({ name, index }) => ({ name, place: placeOf(path, text, index) }))
}

function namedByComponent({ path, text }) {
  return [...text.matchAll(/(?<=["'` ])ui-[a-z]+(?=["'` ])/g)].map((found) => ({
    name: found[0],
    place: placeOf(path, text, found.index)
  }))
}

/** What is written beside an element is geometry that was computed. */
function inlineFaults({ path, text }) {
  return [...text.matchAll(/style=\{\{(?:[^}]*,)?\s*[\w'-]+:\s*['"]?\d/g)].map(
    ({ index }) => `${placeOf(path, text, index)}: a size of its own in style: use a style sheet`
  )
}

function namesIn(text) {
  return new Set([...withoutComments(text).matchAll(/\.(ui-[a-z]+)/g)].map(([, name]) => name))
}

/** As long as before, so that lines keep their numbers. */
function withoutComments(text) {
  return text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
}

function placeOf(path, text, index) {
  return `${path}:${text.slice(0, index).split('\n').length}`
}
