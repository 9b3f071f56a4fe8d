import { describe, expect, it } from 'vitest'
import { EMPTY_CATALOGUE } from '../../../shared/calls/catalogue'
import { ServerId } from '../../../shared/protocol/ids'
import { emptySession, withCatalogue, withListed, withSession } from './sessions'

const serverId = ServerId.parse('files')
const empty = emptySession(serverId)
const tools = [{ name: 'echo' }]
const starting = { phase: 'starting', since: 1 } as const
const part = { serverId, state: starting, subscriptions: [], changes: [] }
const update = { serverId, isLoading: false, findings: [], failures: {} }

describe('a session in the window', () => {
  it('keeps its lists when only its state changes', () => {
    const listed = withCatalogue(empty, { ...update, tools })
    expect(withSession(listed, part)).toEqual({ ...part, catalogue: listed.catalogue })
  })

  it('keeps the lists that have not changed, and no failure that is over', () => {
    const failures = { tools: { kind: 'cancelled' } } as const
    const findings = [{ kind: 'tools', message: 'Odd.' }] as const
    const before = withCatalogue(empty, { ...update, isLoading: true, tools, failures })
    const after = withCatalogue(before, { ...update, findings })
    expect(after.catalogue).toEqual({ ...EMPTY_CATALOGUE, tools, findings })
  })

  it('takes from a list that comes late only what it has not heard of', () => {
    const late = { ...part, state: starting, catalogue: { ...EMPTY_CATALOGUE, tools } }
    const prompts = [{ name: 'greet' }]
    const heard = withCatalogue(empty, { ...update, isLoading: true, prompts })
    expect(withListed(late, heard)).toEqual({
      ...late,
      catalogue: { ...EMPTY_CATALOGUE, isLoading: true, tools, prompts }
    })
    const ready = withSession(empty, { ...part, logLevel: 'debug' })
    expect(withListed(late, ready)).toEqual({ ...ready, catalogue: late.catalogue })
  })
})
