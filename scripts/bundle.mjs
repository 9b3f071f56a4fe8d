// Makes one of our own TypeScript entries runnable, with everything that it imports.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from './project.mjs'

/** A folder that goes when we go. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Bundles `entry` of the checkout in `folder` for Node, and resolves with the file. Two who do this
 * at the same time do not meet.
 */
export async function bundle(entry, folder = root) {
  // Not at the top: this file is loaded before the dependencies are installed.
  const { build } = await import('vite')
  const outDir = temporaryFolder()
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(folder, entry),
      outDir,
      target: 'node24',
      rolldownOptions: {
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }
      }
    }
  })
  return join(outDir, basename(entry).replace(/\.ts$/, '.mjs'))
}
