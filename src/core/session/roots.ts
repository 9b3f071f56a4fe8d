import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Inputs } from './input'

/** The folders of a definition are told to the server whenever it asks for them. */
export function withRoots(inputs: Inputs, roots: readonly string[] | undefined): Inputs {
  if (!roots || roots.length === 0) return inputs
  const listed = roots.map((root) => {
    const uri = root.startsWith('file:') ? root : pathToFileURL(root).href
    return { uri, name: basename(fileURLToPath(uri)) || uri }
  })
  return {
    capabilities: { ...inputs.capabilities, roots: {} },
    handlers: { ...inputs.handlers, 'roots/list': async () => ({ roots: listed }) }
  }
}
