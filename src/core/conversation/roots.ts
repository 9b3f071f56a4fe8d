import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Inputs } from './input'

export type Root = { readonly uri: string; readonly name: string }

/** As servers are told of it. */
export function rootOf(folder: string): Root {
  const uri = folder.startsWith('file:') ? folder : pathToFileURL(folder).href
  return { uri, name: basename(fileURLToPath(uri)) || uri }
}

/** The folders of a definition are told to the server whenever it asks, if nobody is there to be asked. */
export function withRoots(inputs: Inputs, roots: readonly string[] | undefined): Inputs {
  if (!roots || roots.length === 0 || inputs.handlers['roots/list']) return inputs
  const listed = roots.map(rootOf)
  return {
    ...inputs,
    capabilities: { ...inputs.capabilities, roots: {} },
    handlers: { ...inputs.handlers, 'roots/list': async () => ({ roots: listed }) }
  }
}
