/** What the person has written and not sent, on its way to main, so that it outlives the window. */
import { REQUEST_LIMIT_CHARS } from '../../../shared/ipc/ipc-wire'
import { request } from '../../bridge/bridge'
import { notify, tell } from '../window/notices'

/** Up to here it is kept with every letter, because the app may be about to close. */
const SHORT_CHARS = 20_000
/** What is longer is kept once in so many milliseconds. */
const KEEP_MS = 150
/** To pass on what is larger takes long, so it is done less often. */
const LARGE_CHARS = 1_000_000
const KEEP_LARGE_MS = 1_000

const KEY_LIMIT_CHARS = 2_000
/** A request holds the key and a few names besides the text. */
const TEXT_LIMIT_CHARS = REQUEST_LIMIT_CHARS - 2 * KEY_LIMIT_CHARS - 100
/** As much as one character can take in JSON. */
const ESCAPED_CHARS = 6

/** Makes the text to be kept; undefined when there is nothing to keep any more. */
type MakeText = () => string | undefined

const waiting = new Map<string, MakeText>()
/** How often what is long is kept. */
const long = new Map<string, number>()
const tooLarge = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

export function keepText(key: string, makeText: MakeText): void {
  const keepMs = long.get(key)
  if (keepMs === undefined) return keep(key, makeText())
  waiting.set(key, makeText)
  timer ??= setTimeout(keepWaiting, keepMs)
}

/** From now on what waits is kept when the window goes away. */
export function keepBeforeLeaving(): void {
  addEventListener('pagehide', keepWaiting)
  document.addEventListener('visibilitychange', keepWaiting)
}

function keepWaiting(): void {
  clearTimeout(timer)
  timer = undefined
  for (const [key, makeText] of waiting) keep(key, makeText())
  waiting.clear()
}

function keep(key: string, text: string | undefined): void {
  const chars = text?.length ?? 0
  if (chars > SHORT_CHARS) long.set(key, chars > LARGE_CHARS ? KEEP_LARGE_MS : KEEP_MS)
  else long.delete(key)
  if (fits(text ?? '') && key.length <= KEY_LIMIT_CHARS) {
    tooLarge.delete(key)
    request('arguments.keep', text === undefined ? { key } : { key, text }).catch(notify)
  } else if (!tooLarge.has(key)) {
    tooLarge.add(key)
    tell('These arguments are too large to be kept when Patchbay closes.')
  }
}

/** As much as main accepts, which counts what JSON adds to it. */
function fits(text: string): boolean {
  if (text.length <= TEXT_LIMIT_CHARS / ESCAPED_CHARS) return true
  return text.length <= TEXT_LIMIT_CHARS && JSON.stringify(text).length <= TEXT_LIMIT_CHARS
}
