// One line per step: its name, what came of it, how long it took.

const NAME_WIDTH = 16

/** Where progress goes. The command line keeps stdout for its answer, so it sends progress to stderr. */
let out = process.stdout

export function reportTo(stream) {
  out = stream
}

export function say(name, text) {
  out.write(`${name.padEnd(NAME_WIDTH)} ${text}\n`)
}

export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** Runs `work` and prints its outcome. `work` resolves to the words for the line. */
export async function step(name, work) {
  const started = performance.now()
  const isTerminal = out.isTTY === true
  if (isTerminal) out.write(`${name.padEnd(NAME_WIDTH)} …`)
  const finish = (text) => {
    if (isTerminal) out.write('\r\x1b[K')
    say(name, `${text}  (${duration(performance.now() - started)})`)
  }
  try {
    const outcome = await work()
    finish(outcome ?? 'done')
  } catch (error) {
    finish('failed')
    throw error
  }
}

/** A problem the person can solve: printed as it is, without a stack. */
export class SetUpError extends Error {}

export function report(error) {
  const text = error instanceof SetUpError ? error.message : (error?.stack ?? String(error))
  process.stderr.write(`\n${text}\n`)
}

export function failAndExit(error) {
  report(error)
  process.exit(1)
}
