import { join } from 'node:path'
import { type ServerDefinition } from '../../shared/servers/server-config'
import { ServerId } from '../../shared/protocol/ids'
import { DEMO_ID } from '../../shared/servers/server-names'

/** The demo server runs on whatever Node runs us; the variable makes an Electron executable one. */
export function builtInServers(resourcesFolder: string): readonly ServerDefinition[] {
  return [
    {
      id: ServerId.parse(DEMO_ID),
      name: DEMO_ID,
      scope: 'built-in',
      description: 'Comes with Patchbay and shows what a server can do.',
      transport: 'stdio',
      command: process.execPath,
      args: [join(resourcesFolder, 'demo-server', 'index.mjs')],
      env: { ELECTRON_RUN_AS_NODE: '1' }
    }
  ]
}
