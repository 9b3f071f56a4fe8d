/** What is said of a bar, and by which sign it is known besides its colour. */
import type { TimelineBar } from '../../../shared/traffic/traffic-row'
import { visibleText } from '../../../shared/text/visible-text'
import { count, milliseconds, timeOfDay } from '../../ui/text/format'

export type Look = 'ok' | 'bad' | 'waiting' | 'cancelled' | 'unanswered'

export type BarStatus = { readonly word: string; readonly look: Look }

/** Of a recording that is over, nothing waits any more. */
export function statusOf({ ending }: TimelineBar, isLive: boolean): BarStatus {
  switch (ending?.kind) {
    case undefined:
      return isLive
        ? { word: 'waiting', look: 'waiting' }
        : { word: 'no answer', look: 'unanswered' }
    case 'result':
      return ending.isToolError === true
        ? { word: 'tool error', look: 'bad' }
        : { word: 'ok', look: 'ok' }
    case 'error':
      return { word: 'error', look: 'bad' }
    case 'noise':
      return { word: 'invalid answer', look: 'bad' }
    case 'cancelled':
      return { word: 'cancelled', look: 'cancelled' }
    case 'abandoned':
      return { word: 'no answer', look: 'unanswered' }
  }
}

export const SIGNS: Readonly<Record<Look, string>> = {
  ok: '',
  bad: '✕',
  waiting: '…',
  cancelled: '⊘',
  unanswered: '?'
}

/** The shortest that tells it from its neighbours. */
export function nameOf({ method = 'no method', target, origin, isAuth }: TimelineBar): string {
  if (isAuth === true) return `${method} ${pathIn(target ?? '')}`
  const name = target ?? method
  return origin === 'server' ? `← ${name}` : name
}

/** `end` is when it ended, or as far as it has come. */
export function tookWords(bar: TimelineBar, end: number): string {
  const { ending, endedAt, time } = bar
  const took = milliseconds(ending?.tookMs ?? Math.max(0, end - time))
  if (endedAt === undefined) return `${took} so far`
  return ending?.tookMs === undefined ? `after ${took}` : took
}

/** What stands in the bar as far as there is room, and no more than tells it from its neighbours. */
export function labelOf(bar: TimelineBar, status: BarStatus, end: number): string {
  const word = status.look === 'ok' ? [] : [status.word]
  return [nameOf(bar), ...word, tookWords(bar, end)].join(' ')
}

type Said = { readonly server: string; readonly end: number; readonly isLive: boolean }

/** All of it, for whoever does not see it. Begins with what can be seen. */
export function sentenceOf(bar: TimelineBar, { server, end, isLive }: Said): string {
  const { method = 'no method', target, origin, ticks, time } = bar
  const status = statusOf(bar, isLive)
  const parts = [
    labelOf(bar, status, end),
    ...(status.look === 'ok' ? [status.word] : []),
    ...(target === undefined ? [] : [method]),
    origin === 'server' ? `asked by ${server}` : server,
    `at ${timeOfDay(time)}`,
    ...(ticks.length > 0 ? [count(ticks.length, 'progress notification')] : [])
  ]
  return visibleText(parts.join(', '))
}

/** Of an address, what comes after the host; all of it where that cannot be told. */
function pathIn(address: string): string {
  return /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(address)?.[1] || address
}
