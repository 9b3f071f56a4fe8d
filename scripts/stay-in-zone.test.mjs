import { Linter, RuleTester } from 'eslint'
import { readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../eslint.config.mjs'
import { zones } from '../zones.mjs'
import { inProject, root } from './project.mjs'
import { stayInZone } from './stay-in-zone.mjs'

RuleTester.describe = describe
RuleTester.it = it

const inOrder = stayInZone(root, { window: ['ui', 'features/tools', 'features', '.'] })

/** What a file says, and what is wrong with it. */
function from(file, code, message) {
  return { filename: inProject(file), code, ...(message && { errors: [{ message }] }) }
}

new RuleTester().run('stay-in-zone', inOrder, {
  valid: [
    from('src/window/features/tools/pane.ts', "import { a } from './list'"),
    from('src/window/features/tools/pane.ts', "import { a } from '../../ui/button'"),
    from('src/window/features/all.ts', "import { a } from './tools/pane'"),
    from('src/window/main.ts', "import { a } from './features/all'; import('./ui/button')"),
    // Of other layers, and of packages, another rule judges.
    from('src/window/ui/button.ts', "import { a } from '../../shared/text'; import b from 'react'"),
    from('src/shared/text.ts', "import { a } from './json/read'"),
    // A test may need anything.
    from('src/window/ui/button.test.ts', "import { a } from '../features/all'"),
    from('src/window/ui/testing.tsx', "import { a } from '../features/all'")
  ],
  invalid: [
    from(
      'src/window/ui/button.ts',
      "import { a } from '../features/tools/pane'",
      'src/window/ui may not import from src/window/features/tools, which comes later in the order.'
    ),
    from(
      'src/window/features/tools/pane.ts',
      "export { a } from '../all'",
      'src/window/features/tools may not import from src/window/features, which comes later in the order.'
    ),
    from(
      'src/window/features/all.ts',
      "export * from '../main'",
      'src/window/features may not import from src/window, which comes later in the order.'
    ),
    from(
      'src/window/ui/button.ts',
      "const pane = import('../features/tools/pane')",
      'src/window/ui may not import from src/window/features/tools, which comes later in the order.'
    ),
    from(
      'src/window/ui/button.ts',
      "import styles from '../styles/base.css'",
      'src/window/styles has no place in the order of folders in zones.mjs.'
    ),
    from(
      'src/window/records/list.ts',
      'const a = 1',
      'src/window/records has no place in the order of folders in zones.mjs.'
    ),
    from(
      'src/window/records/list.test.ts',
      "import { a } from '../ui/button'",
      'src/window/records has no place in the order of folders in zones.mjs.'
    )
  ]
})

/** The rule as the project has it, without the others. */
const { plugins, rules } = config.find((part) => part.plugins?.patchbay !== undefined)
const ruleAlone = {
  files: ['**/*.ts'],
  plugins,
  rules: { 'patchbay/stay-in-zone': rules['patchbay/stay-in-zone'] }
}

/** The folders of a layer that have files of their own, '.' for the layer itself. */
function foldersOf(layer) {
  const top = inProject('src', layer)
  const files = readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(top, join(parentPath, name)))
  return [...new Set(files.map((file) => dirname(file).split(sep).join('/')))]
}

describe.each(Object.entries(zones))('the order of %s', (layer, order) => {
  it('has every folder once, and none that is gone', () => {
    expect(order.toSorted()).toEqual(foldersOf(layer).toSorted())
  })

  it('is enforced from the lowest folder to the highest', () => {
    const [low] = order
    const specifier = relative(low, join(order.at(-1), 'new'))
      .split(sep)
      .join('/')
    const file = inProject('src', layer, low, 'new.ts')
    const found = new Linter({ cwd: root }).verify(`import '${specifier}'`, ruleAlone, file)
    expect(found).toMatchObject([{ ruleId: 'patchbay/stay-in-zone', severity: 2 }])
  })
})
