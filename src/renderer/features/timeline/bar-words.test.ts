import { describe, expect, it } from 'vitest'
import { timeOfDay } from '../../ui/text/format'
import { nameOf, sentenceOf, statusOf, tookWords } from './bar-words'
import { bar } from './timeline-testing'

describe('the words of a bar', () => {
  it('say how it ended', () => {
    const words = (['result', 'error', 'noise', 'cancelled', 'abandoned'] as const).map(
      (kind) => statusOf(bar(0, 1, { ending: { kind } }), true).word
    )
    expect(words).toEqual(['ok', 'error', 'invalid answer', 'cancelled', 'no answer'])
    const failed = bar(0, 1, { ending: { kind: 'result', isToolError: true } })
    expect(statusOf(failed, true)).toEqual({ word: 'tool error', look: 'bad' })
  })

  it('let nothing wait in a recording that is over', () => {
    expect([statusOf(bar(0), true).word, statusOf(bar(0), false).word]).toEqual([
      'waiting',
      'no answer'
    ])
  })

  it('tell what took so long from what was given up after so long', () => {
    const cancelled = bar(0, 2_000, { ending: { kind: 'cancelled' } })
    expect([
      tookWords(bar(0, 12), 12),
      tookWords(bar(0), 3_000),
      tookWords(cancelled, 2_000)
    ]).toEqual(['12 ms', '3.0 s so far', 'after 2.0 s'])
  })

  it('say which side asked', () => {
    const ping = bar(0, 1, { origin: 'server', method: 'ping', ticks: [1] })
    const { target: _, ...asked } = ping
    expect([nameOf(bar(0)), nameOf(asked)]).toEqual(['echo', '← ping'])
    expect(sentenceOf(asked, { server: 'demo', end: 1, isLive: true })).toBe(
      `← ping 1 ms, ok, asked by demo, at ${timeOfDay(0)}, 1 progress notification`
    )
  })

  it('name the path of a sign-in', () => {
    const target = 'https://as.test/oauth/token?x=1'
    const words = bar(0, 1, { isAuth: true, method: 'POST', target })
    const odd = bar(0, 1, { isAuth: true, method: 'GET', target: 'https://as.test' })
    expect([nameOf(words), nameOf(odd)]).toEqual(['POST /oauth/token', 'GET https://as.test'])
  })

  it('begin with what stands in the bar', () => {
    const failed = bar(0, 40, { ending: { kind: 'error', tookMs: 40 } })
    expect(sentenceOf(failed, { server: 'demo', end: 40, isLive: true })).toBe(
      `echo error 40 ms, tools/call, demo, at ${timeOfDay(0)}`
    )
  })
})
