import { join } from 'node:path'
import type { Keyring } from '../core/secrets/keyring'
import { systemClock } from '../core/time/clock'
import { alwaysCheckCertificates } from '../core/http/certificate-checks'
import { ExitCode } from './output/exit-code'
import { terminalOutput } from './output/output'
import { run } from './run'

/** How long a server may take to end once we were interrupted, and how long we wait for that. */
const KILL_AFTER_MS = 2_500
const LEAVE_AFTER_MS = 5_000
/** A terminal and whoever started us may both pass on the same key. */
const SAME_KEY_MS = 300

const interrupt = new AbortController()
const kill = new AbortController()
let interruptedAt = 0

/** `folder` is where the program is, with its threads and its children beside it. */
export async function main(folder: string): Promise<void> {
  alwaysCheckCertificates(process.env)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

  // Whoever started us is gone, and nobody waits for the answer.
  process.on('disconnect', () => process.exit(ExitCode.Interrupted))
  process.channel?.unref()

  // Whatever way we end, no server outlives us.
  process.on('exit', () => kill.abort())

  const code = await run(process.argv.slice(2), {
    output: terminalOutput(),
    projectFolder: join(folder, '../..'),
    ...(process.stdin.isTTY && { ask }),
    keyring: () => openKeyring(join(folder, 'keyring-child.js')),
    env: process.env,
    interrupt: interrupt.signal,
    kill: kill.signal
  })
  leave(code)
}

async function openKeyring(script: string): Promise<Keyring> {
  const { SystemKeyring } = await import('../core/secrets/keyring')
  return new SystemKeyring({ script, clock: systemClock })
}

async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim())
  } finally {
    lines.close()
  }
}

/** The first Ctrl+C asks the server to stop, the second one does not ask. */
function stop(): void {
  const now = performance.now()
  if (!interrupt.signal.aborted) {
    interruptedAt = now
    interrupt.abort()
    setTimeout(() => kill.abort(), KILL_AFTER_MS).unref()
    setTimeout(() => process.exit(ExitCode.Interrupted), LEAVE_AFTER_MS).unref()
  } else if (now - interruptedAt > SAME_KEY_MS) {
    kill.abort()
    process.exit(ExitCode.Interrupted)
  }
}

/** Does not wait for what may still be running, only for what was said to be heard. */
function leave(exitCode: ExitCode): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
}
