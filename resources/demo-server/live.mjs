// Resources that change: one when it is touched, one by the clock while somebody has subscribed.
import { clearInterval, setInterval } from 'node:timers'

const TICK_MS = 2_000

const subscribed = new Set()
let counter = 0
let timer

export const COUNTER = 'demo://live/counter'
export const CLOCK = 'demo://live/clock'

export function counterText() {
  const lines = Array.from({ length: counter }, (_, index) => `touched for the ${index + 1}. time`)
  return ['How often it was touched:', ...lines].join('\n')
}

export function clockText() {
  return `${new Date().toISOString()}\n`
}

export function touch(notify) {
  counter++
  tell(COUNTER, notify)
  return counter
}

export function subscribe(uri, notify) {
  subscribed.add(uri)
  if (uri === CLOCK) timer ??= setInterval(() => tell(CLOCK, notify), TICK_MS).unref()
}

export function unsubscribe(uri) {
  subscribed.delete(uri)
  if (uri !== CLOCK) return
  clearInterval(timer)
  timer = undefined
}

function tell(uri, notify) {
  if (subscribed.has(uri)) notify('notifications/resources/updated', { uri })
}
