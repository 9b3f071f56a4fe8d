import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

// The app, the command line and the threads of the app are entries of one Node build: they share the core.
export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: resolve('src/main/index.ts'),
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
        }
      },
      assetsInlineLimit: 0,
      minify: true
    }
  }
})
