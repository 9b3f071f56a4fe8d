/** Programs that are built together share files. Some of them run where there is no Electron. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { expect, test } from './fixtures'

const BUILT = join(root, 'out/main')
const IMPORT = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g

/** What a program may load at any time, by name. */
function loadedBy(program: string): ReadonlySet<string> {
  const loaded = new Set<string>()
  const files = new Set([join(BUILT, program)])
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (name.startsWith('.')) files.add(join(dirname(file), name))
      else loaded.add(name)
    }
  }
  return loaded
}

for (const program of ['ledger-worker.js', 'body-worker.js', 'keyring-child.js', 'cli.js']) {
  test(`${program} never loads a file that needs Electron`, () => {
    expect(loadedBy('index.js')).toContain('electron')
    expect(loadedBy(program)).not.toContain('electron')
  })
}
