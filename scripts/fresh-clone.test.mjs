import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isBuiltin } from 'node:module'
import { expect, it } from 'vitest'
import { root } from './project.mjs'

const STATIC_IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** What a program imports before it does anything, by itself or through its own files. */
function packagesOf(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)].flatMap(([, name]) => {
    if (name.startsWith('.')) return packagesOf(resolve(dirname(file), name), seen)
    return isBuiltin(name) ? [] : [`${relative(root, file)} imports ${name}`]
  })
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const named = Object.values(scripts).flatMap((script) =>
  script.match(/(?:bench|scripts)\/[\w-]+\.mjs/g)
)
const programs = new Set([
  ...named.filter((name) => name !== null),
  ...readdirSync(join(root, 'bench'))
    .filter((name) => name.endsWith('.mjs') && !name.endsWith('.test.mjs'))
    .map((name) => `bench/${name}`)
])

it.each([...programs])('%s can set up a fresh clone, which has no packages', (program) => {
  expect(packagesOf(join(root, program))).toEqual([])
})
