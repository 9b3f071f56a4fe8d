/** Measures a session of ours beside a raw pipe and the bare SDK client; ratios within one run. */
import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  patchbayOverHttp,
  patchbaySignedIn,
  patchbayOverStdio,
  plainFetch,
  rawPipe,
  sdkOverHttp,
  sdkOverStdio,
  type Contender
} from './contenders'

const ROUNDS = 9
const NOTES = 100_000
const [server = ''] = process.argv.slice(2)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Measure = (contender: Contender) => Promise<number>

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}

async function oneAfterAnother(contender: Contender, size: number, count: number): Promise<number> {
  const took: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await contender.call({ size })
    took.push(performance.now() - startedAt)
  }
  return median(took)
}

/** Milliseconds per request with 64 of them on the way. */
async function inFlight(contender: Contender): Promise<number> {
  const count = 4_000
  let left = count
  const startedAt = performance.now()
  const lane = async (): Promise<void> => {
    while (left-- > 0) await contender.call({ size: 100 })
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  return (performance.now() - startedAt) / count
}

/** The longest block of the event loop in each flood that Patchbay took. */
const blocksMs: number[] = []

async function flood(contender: Contender): Promise<number> {
  const before = contender.notes()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedAt = performance.now()
  await contender.call({ notes: NOTES })
  const tookMs = performance.now() - startedAt
  delay.disable()
  if (contender.name === 'Patchbay') blocksMs.push(delay.max / 1e6)
  const lost = NOTES - (contender.notes() - before)
  if (lost > 0) say(`  ${contender.name} lost ${lost} of ${NOTES} notifications`)
  return tookMs
}

/** Every contender once per round, so that whatever else the machine does falls on all alike. */
async function compare(title: string, contenders: readonly Contender[], measure: Measure) {
  const took = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of contenders) {
      const ms = await measure(contender)
      if (round > 0) took.get(contender.name)?.push(ms)
    }
  }
  const [first] = contenders
  const base = median(took.get(first?.name ?? '') ?? [])
  say(`\n${title}`)
  for (const [name, values] of took) {
    const ms = median(values)
    say(`  ${name.padEnd(12)} ${ms.toFixed(3).padStart(10)} ms  ${(ms / base).toFixed(2)}x`)
  }
}

async function overStdio(): Promise<void> {
  const contenders = [
    await rawPipe(server),
    await sdkOverStdio(server),
    await patchbayOverStdio(server)
  ]
  await compare('100 B, one after another, p50', contenders, (it) => oneAfterAnother(it, 100, 300))
  await compare('1 MB, one after another, p50', contenders, (it) => oneAfterAnother(it, 1e6, 7))
  await compare('100 B, 64 in flight, per request', contenders, inFlight)
  await compare(`${NOTES} notifications`, contenders, flood)
  const measured = blocksMs.slice(1)
  const [usual, worst] = [median(measured), Math.max(...measured)].map((ms) => ms.toFixed(0))
  say(`  longest block of the event loop with Patchbay: median ${usual} ms, worst ${worst} ms`)
  for (const contender of contenders) await contender.close()
}

async function overHttp(): Promise<void> {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const child = spawn(process.execPath, [server, 'http'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()))
  )
  const url = `http://127.0.0.1:${port}/mcp`
  const contenders = [await plainFetch(url), await sdkOverHttp(url), await patchbayOverHttp(url)]
  await compare('Streamable HTTP, 100 B, p50', contenders, (it) => oneAfterAnother(it, 100, 200))
  const [, , plain] = contenders
  const signedIn = await patchbaySignedIn(url)
  if (plain) {
    const both = [plain, signedIn]
    await compare('the same with a token, p50', both, (it) => oneAfterAnother(it, 100, 200))
  }
  for (const contender of [...contenders, signedIn]) await contender.close()
  child.stdin.end()
}

await overStdio()
await overHttp()
