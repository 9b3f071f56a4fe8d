import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import http from 'node:http'
import https from 'node:https'
import { resolve } from 'node:path'

const PLAIN = new Map<string, object>([
  ['plain:http', http],
  ['plain:https', https]
])

/**
 * An import statement for node:http reads all that the module offers, and with it a second HTTP
 * client that nothing here uses: 20 ms of every start. Taken as a value it comes without.
 */
const plainHttp = {
  name: 'plain-http',
  enforce: 'pre' as const,
  transform: (code: string) => code.replaceAll(/(?<=from ')node:(?=https?')/g, 'plain:'),
  resolveId: (id: string) => (PLAIN.has(id) ? `\0${id}` : undefined),
  load(id: string) {
    const module = id.startsWith('\0') ? PLAIN.get(id.slice(1)) : undefined
    if (module === undefined) return undefined
    const offered = Object.entries(Object.getOwnPropertyDescriptors(module))
    const names = offered.filter(([, it]) => 'value' in it).map(([name]) => name)
    return (
      `const module = process.getBuiltinModule('${id.replace('\0plain', 'node')}')\n` +
      `export default module\nexport const { ${names.join(', ')} } = module\n`
    )
  }
}

const PAGES = [
  resolve('src/renderer/main.tsx'),
  resolve('src/renderer/prompt/prompt-main.tsx')
] as const

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * What a page shows first comes in few files: each is a question to main, which has other things to
 * do at that time. The page of a prompt gets nothing of what only the other page needs.
 */
function nameOfFirst(id: string, graph: Graph): string | undefined {
  const [isOfApp, isOfPrompt] = PAGES.map((page) => modulesOf(page, graph).has(id))
  if (isOfApp && isOfPrompt) return 'both'
  return isOfApp ? 'app' : undefined
}

const modules = new Map<string, ReadonlySet<string>>()

/** What `page` imports before it shows anything, itself left out. */
function modulesOf(page: string, graph: Graph): ReadonlySet<string> {
  const known = modules.get(page)
  if (known) return known
  const found = new Set([page])
  for (const id of found) graph.getModuleInfo(id)?.importedIds.forEach((it) => found.add(it))
  found.delete(page)
  modules.set(page, found)
  return found
}

// The app, the command line and the threads of the app are entries of one Node build: they share the core.
export default defineConfig({
  main: {
    plugins: [plainHttp],
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
          'keyring-child': resolve('src/core/auth/keyring-child.ts')
        },
        // A native module finds its binary beside itself.
        external: ['@napi-rs/keyring'],
        output: { format: 'es' }
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
