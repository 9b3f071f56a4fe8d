import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { Redactor } from '../redaction/redaction'
import { fakeClock } from '../time/fake-clock'
import { Problems, type ProblemsOptions, type Raised } from './problems'

const MAIL = ServerId.parse('mail')

function problem(key: string, message: string): Raised {
  const action = { kind: 'show', serverId: MAIL } as const
  return { key, kind: 'auth', serverId: MAIL, message, action }
}

function listed(options: Partial<ProblemsOptions> = {}) {
  const clock = fakeClock()
  const problems = new Problems({ clock, ...options })
  const told: string[] = []
  problems.onChange((_, change) =>
    told.push(
      'raised' in change ? `+ ${change.raised.message}` : `${change.how} ${change.ended.message}`
    )
  )
  const messages = (): readonly string[] => problems.list().map(({ message }) => message)
  return { clock, problems, told, messages }
}

describe('problems', () => {
  it('are one for each key, told again when there is something else to say', () => {
    const { clock, problems, told } = listed()
    problems.raise(problem('a', 'one'))
    problems.raise(problem('b', 'two'))
    clock.pass(5)
    problems.raise(problem('a', 'one'))
    problems.raise(problem('a', 'three'))
    expect(problems.list()).toMatchObject([
      { id: 2, key: 'b', time: 0 },
      { id: 1, key: 'a', time: 5, message: 'three' }
    ])
    expect(told).toEqual(['+ one', '+ two', '+ three'])
  })

  it('go away when they are solved, dismissed, or their server is gone', () => {
    const { problems, told } = listed()
    for (const key of ['a', 'b', 'c']) problems.raise(problem(key, key))
    problems.solve('a')
    problems.solve('a')
    problems.dismiss(2)
    problems.forget(MAIL)
    expect(problems.list()).toEqual([])
    expect(told.slice(3)).toEqual(['solved a', 'dismissed b', 'solved c'])
  })

  it('that happen again are listed again, though they were dismissed', () => {
    const { problems, messages } = listed()
    problems.raise(problem('a', 'refused'))
    problems.dismiss(1)
    problems.raise(problem('a', 'refused'))
    expect(messages()).toEqual(['refused'])
  })

  it('that last stay dismissed until they are others, or were over', () => {
    const { problems, messages } = listed()
    const hold = (message: string | undefined): void =>
      problems.hold('a', message === undefined ? undefined : problem('a', message))
    hold('full')
    problems.dismiss(1)
    hold('full')
    expect(messages()).toEqual([])
    hold('fuller')
    expect(messages()).toEqual(['fuller'])
    hold(undefined)
    hold('fuller')
    expect(messages()).toEqual(['fuller'])
  })

  it('are never more than a person can read, and say which of them is no longer listed', () => {
    const { problems, told } = listed()
    for (let each = 0; each < 1_000; each++) problems.raise(problem(String(each), `p${each}`))
    expect(problems.list()).toHaveLength(100)
    expect(told.filter((text) => text === 'dropped p899')).toHaveLength(1)
  })

  it('hold no part of a secret, wherever it would be cut', () => {
    const redactor = new Redactor()
    redactor.add(['canary-0123456789'])
    const { problems, messages } = listed({ redact: (text) => redactor.redact(text) })
    problems.raise(problem('a', `${'x'.repeat(990)}canary-0123456789 ${'y'.repeat(5_000)}`))
    expect(messages()[0]).not.toContain('canary')
    expect(messages()[0]?.length).toBeLessThan(1_010)
  })
})
