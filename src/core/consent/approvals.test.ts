import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { FAULTY } from '../workbench/fault-testing'
import { NAME, NO, useApprovals, YES } from './approval-testing'
import { NO_AUDIT } from '../audit/auditing'
import { Approvals } from './approvals'
import { like } from './consent-testing'

const { open } = useApprovals()

describe('a call', () => {
  it('by hand needs nobody’s approval', async () => {
    const { call, person } = await open()
    expect(await call('person', 'fail')).toBe('result')
    expect(person.inbox.state().recent).toEqual([])
  })

  it('by hand is asked about where the person wants that, and shows exactly what is sent', async () => {
    const { call, person, set, faulty } = await open()
    set('echo', 'ask')
    const done = call('person', 'echo')
    const { ask } = await person.answer(YES)
    expect(ask).toMatchObject({ tool: 'echo', arguments: { text: 'hi' } })
    expect(Object.isFrozen('arguments' in ask && ask.arguments)).toBe(true)
    expect(await done).toBe('result')
    expect(faulty.workbench.calls().at(-1)?.arguments).toEqual({ text: 'hi' })
  })

  it('is not asked about when its arguments do not fit, unless it is sent all the same', async () => {
    const { approvals, person, set, sent } = await open()
    set('echo', 'ask')
    const { startCall } = approvals.caller('person')
    const unfit = startCall(FAULTY, 'echo', { text: 5 })
    await expect(unfit).rejects.toThrow('The arguments do not fit the schema of echo')
    expect([person.inbox.state().items, person.records, sent()]).toEqual([[], [], 0])
    const forced = startCall(FAULTY, 'echo', { text: 5 }, { isForced: true })
    await person.answer(YES)
    expect((await (await forced).done).isForced).toBe(true)
  })

  it('shows what goes with it, too', async () => {
    const { approvals, person, set, faulty } = await open()
    set('echo', 'ask')
    const meta = { trace: 'abc' }
    const started = approvals.caller('person').startCall(FAULTY, 'echo', { text: 'hi' }, { meta })
    const { ask } = await person.answer(YES)
    meta.trace = 'another'
    expect(ask).toMatchObject({ meta: { trace: 'abc' } })
    await (
      await started
    ).done
    expect(faulty.workbench.calls().at(-1)?.meta).toEqual({ trace: 'abc' })
  })

  it('is not made when the person does not approve, or has forbidden it', async () => {
    const { call, person, set, sent } = await open()
    set('echo', 'ask')
    const done = call('person', 'echo')
    const refused = expect(done).rejects.toThrow('echo was not called: you did not approve it.')
    await person.answer(NO)
    await refused
    set('echo', 'deny')
    await expect(call('person', 'echo')).rejects.toThrow('you have set that it may not be')
    expect(sent()).toBe(0)
    const result = { isApproved: false }
    expect(person.records).toMatchObject([
      { method: 'patchbay/approval', params: { tool: 'echo', by: 'person' }, result },
      { method: 'patchbay/approval', params: { tool: 'echo', by: 'policy' }, result }
    ])
  })

  it('is refused in words that say whose setting forbids it, and where that is', async () => {
    const { call, policies, set } = await open()
    policies.setForServer(FAULTY, 'deny')
    await expect(call('person', 'echo')).rejects.toThrow(
      /you have set that no tool of (.+) may be, .+ Change it under “Before a call” on the Info page of \1\.$/
    )
    set('echo', 'deny')
    await expect(call('person', 'echo')).rejects.toThrow(
      /you have set that it may not be\. Change it under “Before a call” in the options of the tool\.$/
    )
  })

  it('is not made of a forbidden tool by calling its server by name', async () => {
    const { approvals, set, sent } = await open()
    set('echo', 'deny')
    const named = ServerId.parse(NAME)
    const { startCall, sendRaw } = approvals.caller('person')
    const frame = '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"echo"}}'
    await expect(startCall(named, 'echo', {})).rejects.toThrow('you have set that it may not be')
    await expect(sendRaw(named, frame)).rejects.toThrow('you have set that it may not be')
    expect(sent()).toBe(0)
  })

  it('of any tool is asked about or denied where that is set for its server', async () => {
    const { call, person, policies, set } = await open()
    policies.setForServer(FAULTY, 'ask')
    const done = call('person', 'echo')
    expect((await person.answer(YES)).ask).toMatchObject({ why: like(/asked each time/) })
    expect(await done).toBe('result')
    policies.setForServer(FAULTY, 'deny')
    await expect(call('person', 'echo')).rejects.toThrow('you have set that no tool of')
    set('echo', 'allow')
    expect(await call('person', 'echo')).toBe('result')
  })

  it('of a program goes by the risk of the tool', async () => {
    const { call, person } = await open()
    expect(await call('program', 'echo')).toBe('result')
    const done = call('program', 'fail')
    const { risk } = await person.answer(YES)
    expect(risk.level).toBe('high')
    expect(await done).toBe('result')
  })

  it('is asked about once in a run where that is set, and never where it is allowed', async () => {
    const { call, person, set } = await open()
    set('fail', 'once')
    const first = call('program', 'fail')
    await person.answer(YES)
    expect([await first, await call('program', 'fail')]).toEqual(['result', 'result'])
    set('go', 'allow')
    expect(await call('program', 'go')).toBe('result')
  })

  it('is from then on as the person says with their answer', async () => {
    const { call, person, policyOf } = await open()
    const first = call('program', 'fail')
    await person.answer({ ...YES, policy: 'allow' })
    await first
    expect(policyOf('fail')).toBe('allow')
    expect(await call('program', 'fail')).toBe('result')
  })

  it('that is not approved allows nothing, and one that is made is not denied by that', async () => {
    const { call, person, set, policyOf } = await open()
    set('echo', 'ask')
    const done = call('person', 'echo')
    const refused = expect(done).rejects.toThrow('you did not approve it')
    const { id } = await person.nextItem()
    for (const answer of [
      { ...NO, policy: 'allow' },
      { ...YES, policy: 'deny' }
    ] as const) {
      expect(() => person.inbox.answer(id, answer)).toThrow('with the same answer')
    }
    person.inbox.answer(id, { ...NO, policy: 'deny' })
    await refused
    expect(policyOf('echo')).toBe('deny')
  })

  it('is written down with what was approved or not, and how risky it is', async () => {
    const { call, person, set } = await open()
    set('echo', 'ask')
    const done = call('person', 'echo')
    await person.answer(YES)
    await done
    expect(person.records[0]?.params).toMatchObject({
      tool: 'echo',
      arguments: { text: 'hi' },
      argumentsHash: like(/^[0-9a-f]{64}$/),
      risk: { level: 'low' }
    })
  })

  it('that is not clear is asked about by itself, and nothing can be set for it', async () => {
    const { approvals, person, policies } = await open()
    const frame = '{"jsonrpc":"2.0","id":901,"method":"tools/call","method":"ping"}'
    const sent = approvals.caller('program').sendRaw(FAULTY, frame)
    const refused = expect(sent).rejects.toThrow('A tool that is not clear was not called')
    const { id, ask } = await person.nextItem()
    expect(ask).not.toHaveProperty('tool')
    const answer = { ...NO, policy: 'deny' } as const
    expect(() => person.inbox.answer(id, answer)).toThrow('It is not clear which tool')
    person.inbox.answer(id, NO)
    await refused
    expect(policies.list()).toEqual([])
    expect(person.records[0]?.params).toMatchObject({ text: frame })
  })

  it('is asked about once in each run, whatever the tool has become', async () => {
    const { call, person, set, faulty, relist, policies, approved } = await open('turncoat')
    set('echo', 'once')
    await (
      await faulty.workbench.startCall(FAULTY, 'go', {})
    ).done
    await relist()
    const first = call('program', 'echo')
    await person.answer(YES)
    await first
    const next = new Approvals({
      inbox: person.inbox,
      policies,
      approved,
      audit: NO_AUDIT,
      workbench: () => faulty.workbench
    })
    const again = next.caller('program').startCall(FAULTY, 'echo', { text: 'hi' })
    expect((await person.answer(YES)).ask).toMatchObject({ tool: 'echo' })
    await (
      await again
    ).done
  })

  it('of a tool that has changed shows the change first, whatever is set', async () => {
    const { call, person, set, relist } = await open('turncoat')
    set('echo', 'allow')
    expect(await call('person', 'echo')).toBe('result')
    await call('person', 'go')
    await relist()
    const done = call('person', 'echo')
    const { ask, risk } = await person.answer(YES)
    expect(risk.level).toBe('high')
    expect(ask).toMatchObject({
      change: {
        before: like(/Says what it is told/),
        after: like(/Sends everything away/)
      }
    })
    expect(await done).toBe('result')
    expect(await call('person', 'echo')).toBe('result')
    expect(person.inbox.state().items).toEqual([])
  })

  it('is not made, and not waited for, once the session of its server has ended', async () => {
    const { call, person, set, faulty, sent } = await open()
    set('echo', 'ask')
    const done = call('person', 'echo')
    const refused = expect(done).rejects.toThrow('the session of its server ended')
    await person.nextItem()
    await faulty.workbench.close(FAULTY)
    await refused
    expect(person.inbox.state()).toMatchObject({ items: [], recent: [{ leaving: 'closed' }] })
    expect(sent()).toBe(0)
  })

  it('is not made in the session that follows a crash', async () => {
    const { call, person, set, faulty, sent } = await open()
    set('echo', 'ask')
    const done = call('person', 'echo')
    const refused = expect(done).rejects.toThrow('the session of its server ended')
    await person.nextItem()
    process.kill(faulty.pid(), 'SIGKILL')
    await refused
    await faulty.reaches('ready')
    expect(person.inbox.state()).toMatchObject({ items: [], recent: [{ leaving: 'closed' }] })
    expect(sent()).toBe(0)
  })

  it('is taken back by whoever made it', async () => {
    const { call, person, set, sent } = await open()
    set('echo', 'ask')
    const done = call('person', 'echo')
    const refused = expect(done).rejects.toThrow('echo was not called: you took it back.')
    const { id } = await person.nextItem()
    person.inbox.withdraw(id)
    await refused
    expect(person.inbox.state()).toMatchObject({ items: [], recent: [{ leaving: 'cancelled' }] })
    expect(sent()).toBe(0)
    expect(() => person.inbox.withdraw(id)).toThrow('This is no longer asked.')
  })

  it('of a tool that is only written in another order is a call like any other', async () => {
    const { call, relist, person } = await open('reordered')
    await relist()
    expect(await call('person', 'echo')).toBe('result')
    expect(person.inbox.state().recent).toEqual([])
  })
})
