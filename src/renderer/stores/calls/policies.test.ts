import { beforeEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import type { PolicyRecord } from '../../../shared/question/inbox'
import { policiesOf, policyFor, setPolicies, startPolicies, usePolicies } from './policies'

const FILES = ServerId.parse('user:files')
const MAIL = ServerId.parse('user:mail')
const ofTool = (tool: string, more: Partial<PolicyRecord> = {}): PolicyRecord => ({
  serverId: FILES,
  serverName: 'files',
  tool,
  policy: 'allow',
  isOver: false,
  ...more
})

describe('what is set about calls', () => {
  beforeEach(() => usePolicies.setState({}, true))

  it('is of the tool, else of its server, and never of another server', () => {
    const { tool: _tool, ...server } = ofTool('')
    const records = [ofTool('read'), { ...server, policy: 'ask' as const }]
    const set = policiesOf(records, FILES)
    expect(['read', 'write'].map((tool) => policyFor(set, tool))).toEqual(['allow', 'ask'])
    expect(policyFor(policiesOf(records, MAIL), 'read')).toBeUndefined()
  })

  it('does not hold where it is over, or is not known yet', () => {
    const over = policiesOf([ofTool('read', { isOver: true })], FILES)
    expect(policyFor(over, 'read')).toBeUndefined()
    expect(policyFor(policiesOf(undefined, FILES), 'read')).toBeUndefined()
  })

  it('is what main told last, and not what it answered before that', () => {
    setPolicies({ records: [ofTool('read')], isLost: false })
    startPolicies({ records: [], isLost: false })
    expect(usePolicies.getState().records).toEqual([ofTool('read')])
  })
})
