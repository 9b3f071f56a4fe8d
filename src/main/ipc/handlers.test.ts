import { describe, expect, it } from 'vitest'
import { Workbench } from '../../core/workbench'
import { DEFAULT_PREFERENCES } from '../../shared/preferences'
import { ServerId } from '../../shared/ids'
import { ipcHandlers } from './handlers'

const files = ServerId.parse('files')

function handlersFor() {
  const workbench = new Workbench({
    version: '0.0.0',
    servers: [
      {
        id: files,
        name: 'files',
        scope: 'user',
        transport: 'stdio',
        command: 'no-such-command',
        args: ['--all'],
        env: { TOKEN: 'hush' }
      },
      {
        id: ServerId.parse('remote'),
        name: 'remote',
        scope: 'user',
        transport: 'sse',
        url: 'https://ada:hush@example.test/mcp?api_key=hush',
        headers: { Authorization: 'Bearer hush' }
      }
    ]
  })
  const handlers = ipcHandlers({
    workbench,
    describe: () => {
      throw new Error('not asked for here')
    },
    onPainted: () => {},
    preferences: { get: () => DEFAULT_PREFERENCES, change: () => DEFAULT_PREFERENCES }
  })
  return { workbench, handlers }
}

describe('the handlers', () => {
  it('tell the window of every server, and of no secret', async () => {
    const servers = await handlersFor().handlers['servers.list'](undefined)
    expect(servers).toEqual([
      {
        id: 'files',
        name: 'files',
        scope: 'user',
        transport: 'stdio',
        command: 'no-such-command',
        args: ['--all'],
        envNames: ['TOKEN']
      },
      {
        id: 'remote',
        name: 'remote',
        scope: 'user',
        transport: 'sse',
        url: 'https://•••@example.test/mcp?api_key=•••',
        headerNames: ['Authorization']
      }
    ])
  })

  it('do not open a closed server to refresh its lists', async () => {
    const { workbench, handlers } = handlersFor()
    const refreshed = handlers['catalogue.refresh']({ serverId: files, isForced: true })
    await expect(refreshed).rejects.toMatchObject({
      code: 'NOT_OPEN',
      message: 'files is not open.'
    })
    expect(workbench.report(files).state).toEqual({ phase: 'idle' })
    expect(workbench.log.tail(10)).toEqual([])
  })
})
