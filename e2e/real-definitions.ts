/** Servers from the registry that none of us wrote, as a configuration file has them. */
import { join } from 'node:path'
import { cachePackages } from '../scripts/cached-packages.mjs'
import { provideNode } from '../scripts/node-runtime.mjs'
import { listedServers } from '../scripts/real-servers.mjs'
import type { Definition } from './fixtures'

type Listed = { readonly name: string; readonly package: string; readonly bin: string }

/** Installs them first, where that has not been done. */
export async function realServer(name: string, ...args: readonly string[]): Promise<Definition> {
  const [node, folder] = await Promise.all([provideNode(), cachePackages('e2e/real-servers/few')])
  const listed = (listedServers(false) as readonly Listed[]).find((server) => server.name === name)
  if (!listed) throw new Error(`${name} is not among the servers that every run opens.`)
  return {
    command: node,
    args: [join(folder, 'node_modules', listed.package, listed.bin), ...args]
  }
}
