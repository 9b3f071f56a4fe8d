// docs/architecture.md is the map of the house: what it names is there, and its walks are short.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from './project.mjs'

const page = readFileSync(inProject('docs', 'architecture.md'), 'utf8').replace(/```[^]*?```/g, '')
/** Where the page begins its paths. */
const PLACES = ['', 'src', 'src/core', 'src/renderer']
const SPAN = /`([^`]+)`/g
const LONGEST_WALK = 10

const source = readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(inProject('src', path), 'utf8'))
  .join('\n')

function spansIn(text) {
  return [...text.matchAll(SPAN)].map(([, span]) => span)
}

function pathOf(span) {
  return PLACES.map((place) => inProject(place, span)).find((path) => existsSync(path))
}

function has(text, name) {
  return new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`).test(text)
}

/** Lists of the walks, each line by the file it names first and the functions that it says are there. */
function walks() {
  const part = page.slice(page.indexOf('## Five walks'), page.indexOf('## Where to add'))
  const lists = part.split('\n\n').filter((paragraph) => paragraph.startsWith('1. '))
  return lists.map((list) =>
    list.split('\n').map((line) => {
      const [, file, name] = /^\d+\. (?:⇒ )?`([^`]+)` `([^`]+)`/.exec(line) ?? []
      return { line, file, name }
    })
  )
}

it('names only files, folders and functions that there are', () => {
  const unknown = spansIn(page).filter((span) => {
    if (/[/]/.test(span) || /\.\w+$/.test(span)) {
      return pathOf(span) === undefined && !has(source, span) && !isFileName(span)
    }
    return /^[\w-]+$/.test(span) && pathOf(span) === undefined && !has(source, span)
  })
  expect(unknown).toEqual([])
})

function isFileName(span) {
  return has(source, span.replace(/\.tsx?$/, ''))
}

it('has in each line of a walk a file, and in it what is called', () => {
  const wrong = walks()
    .flat()
    .filter(({ file, name }) => {
      const path = file === undefined ? undefined : pathOf(file)
      return path === undefined || !has(readFileSync(path, 'utf8'), name)
    })
  expect(wrong.map(({ line }) => line)).toEqual([])
})

it('has walks of at most ten hops, each into another folder, and no second one in a line', () => {
  expect(walks().length).toBeGreaterThanOrEqual(5)
  for (const walk of walks()) {
    expect(walk.length).toBeLessThanOrEqual(LONGEST_WALK)
    const folders = walk.map(({ file }) => file?.replace(/\/[^/]+$/, ''))
    expect(folders.filter((folder, index) => index > 0 && folder === folders[index - 1])).toEqual(
      []
    )
    expect(walk.filter(({ line }) => /→|.⇒.*⇒/.test(line))).toEqual([])
  }
})
