import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

/**
 * An import statement for a module of Node reads all that it offers, and with it loads what nobody
 * here uses: a second HTTP client, worker threads, text decoders. Taken as a value it comes without.
 * A module may have a `process` of its own.
 */
const plainBuiltins = {
  name: 'plain-builtins',
  renderChunk: {
    order: 'post' as const,
    handler: (code: string) => ({
      code: code.replaceAll(
        /^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+)|(\{[^}]*\}))? ?from "(node:[^"]+)";$/gm,
        (_whole, one?: string, all?: string, some?: string, id?: string) =>
          [one, all, some?.replaceAll(' as ', ': ')]
            .filter((name) => name !== undefined)
            .map((name) => `const ${name} = globalThis.process.getBuiltinModule("${id}");`)
            .join(' ')
      ),
      map: null
    })
  }
}

const PAGES = [
  resolve('src/renderer/main.tsx'),
  resolve('src/renderer/prompt/prompt-main.tsx')
] as const

type Module = {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}
type Graph = { getModuleInfo: (id: string) => Module | null }

/**
 * What a page shows first comes in few files: each is a question to main, which has other things to
 * do at that time. The page of a prompt gets nothing of what only the other page needs.
 */
function nameOfFirst(id: string, graph: Graph): string | undefined {
  const [isOfApp, isOfPrompt] = PAGES.map((page) => modulesOf(page, graph).has(id))
  if (isOfApp && isOfPrompt) return 'both'
  return isOfApp ? 'app' : undefined
}

/** What is loaded as a whole, each at another time: the programs, and what they load later. */
const PARTS: Readonly<Record<string, string>> = {
  window: resolve('src/main/index.ts'),
  app: resolve('src/main/app.ts'),
  cli: resolve('src/cli/main.ts'),
  asking: resolve('src/cli/commands/on-server.ts'),
  session: resolve('src/core/session/session.ts'),
  body: resolve('src/core/body/body-worker.ts'),
  ledger: resolve('src/core/ledger/ledger-worker.ts')
}

/** Each may load anything of its own at any time, and nothing that only another one may load. */
const PROGRAMS: Readonly<Record<string, string>> = {
  app: resolve('src/main/index.ts'),
  cli: resolve('src/cli/index.ts'),
  body: resolve('src/core/body/body-worker.ts'),
  ledger: resolve('src/core/ledger/ledger-worker.ts')
}

/**
 * Modules that the same parts need are one file: Node takes a third of a millisecond for each, and
 * the app would have 70 of them. No part loads what only another one needs: a thread that loads a
 * file of the app breaks, because there is no Electron in it.
 */
function nameOfShared(id: string, graph: Graph): string | undefined {
  const namesOf = (entries: typeof PARTS, reach: typeof modulesOf): string =>
    Object.keys(entries)
      .filter((name) => reach(entries[name] ?? '', graph).has(id))
      .join('-')
  const users = namesOf(PARTS, modulesOf)
  return users === '' ? undefined : `of-${namesOf(PROGRAMS, allOf)}-in-${users}`
}

const first = new Map<string, ReadonlySet<string>>()
const whole = new Map<string, ReadonlySet<string>>()

/** What `entry` imports before it does anything, itself left out. */
function modulesOf(entry: string, graph: Graph): ReadonlySet<string> {
  return reached(entry, first, (id) => graph.getModuleInfo(id)?.importedIds ?? [])
}

/** The same with what it imports later. */
function allOf(entry: string, graph: Graph): ReadonlySet<string> {
  return reached(entry, whole, (id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    return [...importedIds, ...dynamicallyImportedIds]
  })
}

function reached(
  entry: string,
  known: Map<string, ReadonlySet<string>>,
  next: (id: string) => readonly string[]
): ReadonlySet<string> {
  const before = known.get(entry)
  if (before) return before
  const found = new Set([entry])
  for (const id of found) next(id).forEach((it) => found.add(it))
  found.delete(entry)
  known.set(entry, found)
  return found
}

// The app, the command line and the threads of the app are entries of one Node build: they share the core.
export default defineConfig({
  main: {
    plugins: [plainBuiltins],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          // An entry, so that it stays beside what it names by its own folder.
          app: resolve('src/main/app.ts'),
          cli: resolve('src/cli/index.ts'),
          'body-worker': resolve('src/core/body/body-worker.ts'),
          'ledger-worker': resolve('src/core/ledger/ledger-worker.ts'),
          'keyring-child': resolve('src/core/secrets/keyring-child.ts')
        },
        // A native module finds its binary beside itself.
        external: ['@napi-rs/keyring'],
        output: {
          format: 'es',
          codeSplitting: { groups: [{ name: nameOfShared }], includeDependenciesRecursively: false }
        }
      }
    }
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('src/preload/index.ts') },
        // A sandboxed preload cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' }
      }
    }
  },
  renderer: {
    root: resolve('src/renderer'),
    plugins: [react()],
    resolve: {
      alias: {
        // Its edition for windows decodes with innerHTML, which the content security policy forbids.
        'decode-named-character-reference': resolve(
          'node_modules/decode-named-character-reference/index.js'
        )
      }
    },
    worker: { format: 'es' },
    build: {
      // The polyfill would fetch, which the content security policy forbids.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: {
          index: resolve('src/renderer/index.html'),
          prompt: resolve('src/renderer/prompt.html')
        },
        output: {
          codeSplitting: { groups: [{ name: nameOfFirst }], includeDependenciesRecursively: false }
        }
      },
      assetsInlineLimit: 0,
      minify: true
    }
  }
})
