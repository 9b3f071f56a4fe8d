import { describe, expect, it } from 'vitest'
import type { Call } from '../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { PostMortem } from '../../../shared/servers/post-mortem'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { describeEnding, describeUptime } from './ending-words'
import { reportText } from './report-text'

const serverId = 'demo' as ServerId
const callId = 'call-1' as CallId

function died(rest: Partial<PostMortem> = {}): PostMortem {
  return {
    time: 0,
    reason: 'demo is gone.',
    blame: 'server',
    lastStderr: [],
    inFlight: [],
    lastFrames: [],
    ...rest
  }
}

const call: Call = {
  id: callId,
  serverId,
  tool: 'crash',
  arguments: { text: 'hello' },
  startedAt: 0,
  progressCount: 0
}

const frame: TrafficEntry = {
  seq: 41,
  time: 0,
  serverId,
  origin: 'workbench',
  kind: 'request',
  bytes: 10,
  method: 'tools/call',
  target: 'crash'
}

describe('an ending', () => {
  it('is told from another by code and by signal', () => {
    expect(describeEnding(died({ exitCode: 3 }))).toEqual({ how: 'ended with code 3' })
    expect(describeEnding(died({ exitCode: 0 }))?.meaning).toBe('it says that all went well')
    expect(describeEnding(died({ signal: 'SIGSEGV' }))).toEqual({
      how: 'was killed by SIGSEGV',
      meaning: 'it touched memory that is not its own'
    })
    expect(describeEnding(died({ signal: 'SIGUSR1' }))).toEqual({ how: 'was killed by SIGUSR1' })
    expect(describeEnding(died())).toBeUndefined()
  })

  it('says how long the session had lasted, where that is known', () => {
    expect(describeUptime(died({ uptimeMs: 12_000 }))).toBe('it had run for 12.0 s')
    expect(describeUptime(died())).toBeUndefined()
  })
})

describe('the report', () => {
  it('has the ending, what was asked with its arguments, the last words and the last frames', () => {
    const postMortem = died({
      exitCode: 3,
      pid: 42,
      lastStderr: [{ time: 0, text: 'out of cheese' }],
      inFlight: [{ seq: 41, method: 'tools/call', target: 'crash', callId }],
      lastFrames: [41]
    })
    const text = reportText({ serverName: 'demo', postMortem, frames: [frame], calls: [call] })
    expect(text).toContain('- The process ended with code 3\n')
    expect(text).toContain('#41 tools/call crash\n\n```json\n{\n  "text": "hello"\n}\n```')
    expect(text).toMatch(/```\n[\d:.]+ out of cheese\n```/)
    expect(text).toMatch(/```\n#41 [\d:.]+ → tools\/call {2}crash\n```/)
  })

  it('lets nothing out of its fences', () => {
    const lines = ['```', '# not a title', '````'].map((text) => ({ time: 0, text }))
    const postMortem = died({ lastStderr: lines })
    const text = reportText({ serverName: 'demo', postMortem, frames: [], calls: [] })
    expect(text).toMatch(/`````\n\S+ ```\n\S+ # not a title\n\S+ ````\n`````/)
  })

  it('says what there is nothing of', () => {
    const text = reportText({ serverName: 'demo', postMortem: died(), frames: [], calls: [] })
    expect(text).toMatch(/Not answered\n\nNothing\..*stderr\n\nNone\..*frames\n\nNone are kept\./s)
  })
})
