import { expect, it } from 'vitest'
import type { AuthDebugReport } from './auth-debug'
import { mermaidOf, svgOf } from './auth-diagram'

function report(name: string, target: string): AuthDebugReport {
  return {
    runId: 1,
    name,
    url: 'https://mcp.example.com/mcp',
    wish: { revision: '2025-11-25', registration: 'auto' },
    startedAt: 0,
    state: { phase: 'done' },
    steps: [
      {
        id: 'first-request',
        clause: 'RFC 9110, 15.5.2',
        verdict: 'ok',
        findings: [],
        exchanges: [{ method: 'POST', target, request: 1, reply: 2, status: 401 }]
      },
      {
        id: 'authorization',
        clause: 'RFC 6749, 4.1.1',
        verdict: 'ok',
        findings: [],
        exchanges: [{ method: 'GET', target: 'https://as.example.com/authorize?a=b', request: 3 }]
      },
      { id: 'refresh', clause: 'RFC 6749, 6', verdict: 'skipped', findings: [], exchanges: [] }
    ],
    differences: [],
    canKeep: false,
    isKept: false,
    isUnreachable: false,
    needsPerson: false
  }
}

it('draws nothing that did not happen: no page, and nobody who came back', () => {
  const steps = (['authorization', 'return'] as const).map((id) => ({
    ...{ id, clause: '', findings: [], exchanges: [] },
    verdict: 'failed' as const
  }))
  const run = { ...report('files', 'https://mcp.example.com/mcp'), steps }
  expect(
    mermaidOf(run)
      .split('\n')
      .filter((line) => line.includes('>>'))
  ).toEqual([])
})

it('draws an arrow for each request and each reply, as Mermaid', () => {
  expect(mermaidOf(report('files', 'https://mcp.example.com/mcp'))).toBe(
    [
      'sequenceDiagram',
      '  %% Authorization of files (MCP 2025-11-25)',
      '  participant a0 as You',
      '  participant a1 as Patchbay',
      '  participant a2 as Server',
      '  participant a3 as Authorization server',
      '  Note over a0,a3: ✓ Request without a token',
      '  a1->>a2: POST /mcp',
      '  a2-->>a1: 401',
      '  Note over a0,a3: ✓ Authorization page',
      '  a1->>a0: opens the page',
      '  a0->>a3: GET /authorize',
      ''
    ].join('\n')
  )
})

it('lets nothing that a server named become markup or a command', () => {
  const hostile = report('</title><script>alert(1)</script>', 'https://x/"><script>;#end\n%%{init}')
  expect(svgOf(hostile)).not.toContain('<script')
  expect(mermaidOf(hostile)).not.toMatch(/%%\{|;end|\nend/)
})

it('makes an SVG that stands alone', () => {
  const svg = svgOf(report('files', 'https://mcp.example.com/mcp'))
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(svg.match(/(href|src|url)\s*[=(]\s*["']?(?!#)/g)).toBeNull()
})
