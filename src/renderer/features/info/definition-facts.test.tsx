// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { drawn } from '../../testing'
import { definitionFacts } from './definition-facts'

async function textOf(server: Partial<ServerSummary>): Promise<string> {
  const summary = { id: 'x', name: 'x', scope: 'project', warnings: [], ...server }
  const standing = { kind: 'usable' }
  const facts = definitionFacts({ standing, ...summary } as unknown as ServerSummary)
  const { textContent } = await drawn(facts.map(([term, value]) => <p key={term}>{value}</p>))
  return textContent
}

describe('definitionFacts', () => {
  it('says by what the server knows who asks', async () => {
    const text = await textOf({
      transport: 'streamable-http',
      url: 'http://x',
      headerNames: ['X-Api-Key'],
      credentials: [
        { kind: 'token', place: 'initialize' },
        { kind: 'token', place: 'header' },
        { kind: 'key', header: 'X-Api-Key' },
        { kind: 'grant', grant: 'client-credentials' },
        { kind: 'signature', header: 'X-MCP-Signature' }
      ]
    })
    expect(text).toContain(
      'Token in initialize, Token in a header, API key in header X-Api-Key, Its own client id and secret or key (client credentials), Requests are signed (X-MCP-Signature)'
    )
  })

  it('shows what cannot be seen in names that a project file has written', async () => {
    const hidden = 'A\u202EB'
    const local = { transport: 'stdio', command: 'x', args: [], envNames: [hidden] } as const
    const remote = { transport: 'http', url: 'http://x', headerNames: [hidden] } as const
    for (const server of [local, remote]) {
      const text = await textOf(server as Partial<ServerSummary>)
      expect(text).toContain('U+202E')
      expect(text).not.toContain('\u202E')
    }
  })
})
