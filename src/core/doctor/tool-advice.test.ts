import { describe, expect, it } from 'vitest'
import type { Tool } from '../../shared/calls/catalogue'
import { examined, faulty } from './doctor-testing'
import { adviceVerdict } from './tool-advice'

function tool(name: string, rest: object = {}): Tool {
  return {
    name,
    description: 'Does what has to be done.',
    inputSchema: { type: 'object' },
    ...rest
  }
}

describe('The advice of the doctor', () => {
  it('is not there when the tools are described well', () => {
    expect(adviceVerdict([tool('get_time')])).toEqual({
      status: 'ok',
      detail: 'No suggestions.'
    })
  })

  it('says each thing once, and never that something failed', () => {
    const { status, detail } = adviceVerdict([
      tool('get_a', { description: '' }),
      tool('get_b', { description: '' }),
      tool('weather')
    ])
    expect(status).toBe('ok')
    expect(detail.split('\n').slice(1)).toEqual([
      expect.stringMatching(
        /^get_a: The tool has no description\. The same goes for 1 more tool\. A /
      ),
      expect.stringMatching(/^weather: The name does not say what the tool does/)
    ])
  })

  it('names the schemas that cannot be used', () => {
    const { detail } = adviceVerdict([tool('get_a', { inputSchema: { $ref: 'http://a/b' } })])
    expect(detail).toContain('get_a: The input schema cannot be used. The schema refers to another')
  })

  it('says that a tool without a schema breaks the protocol, and what to do', () => {
    const { name, description } = tool('get_a')
    const verdict = adviceVerdict([{ name, description }, tool('weather')])
    expect(verdict).toMatchObject({
      status: 'warning',
      fix: expect.stringContaining('{"type":"object"}') as unknown
    })
    expect(verdict.detail.split('\n')).toEqual([
      expect.stringMatching(/^get_a: The tool has no inputSchema, which the protocol requires\./),
      'The rest are suggestions, not mistakes. They would help people who use the tools.',
      expect.stringMatching(/^weather: /)
    ])
  })

  it('makes visible what a server hides in a name', () => {
    expect(adviceVerdict([tool('get\u202eb')]).detail).not.toContain('\u202e')
  })

  it('comes after the catalogue of a server that can be used', async () => {
    const { of } = await examined(faulty('plain'))
    expect(of('advice')?.status).toBe('ok')
  })

  it('is left out when the lists cannot be read', async () => {
    const { of } = await examined(faulty('crashloop'))
    expect(of('advice')?.status).toBe('skipped')
  })
})
