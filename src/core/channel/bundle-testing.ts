/** Makes a script of a file and all that it imports, for tests that run it in a thread or a process. */
import { basename, join } from 'node:path'
import { build } from 'vite'

/** Resolves with the path of the script. */
export async function bundle(entry: string, folder: string): Promise<string> {
  const name = `${basename(entry, '.ts')}.mjs`
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: name, format: 'es' } }
    }
  })
  return join(folder, name)
}
