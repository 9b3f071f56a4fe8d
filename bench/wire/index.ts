/** Measures sessions of ours beside a raw pipe and the bare SDK client; ratios within one run. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { inTurns } from '../rounds.mjs'
import {
  plainFetch,
  rawPipe,
  sdkOverHttp,
  sdkOverStdio,
  type Contender,
  type Opening
} from './contenders'

type Order = {
  readonly server: string
  readonly builds: readonly { readonly name: string; readonly path: string }[]
  readonly rounds: number
  readonly isShort: boolean
  readonly out: string
}

type Measure = {
  readonly title: string
  readonly base: string
  readonly times: Readonly<Record<string, readonly number[]>>
  readonly wanted?: number | string
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const { server, builds, isShort } = order
const NOTES = isShort ? 20_000 : 100_000
const SDK = 'SDK client'
const found: Measure[] = []

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
  const count = isShort ? 1_000 : 4_000
  let left = count
  const startedAt = performance.now()
  const lane = async (): Promise<void> => {
    while (left-- > 0) await contender.call({ size: 100 })
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  return (performance.now() - startedAt) / count
}

/** The longest blocks of the event loop in the floods that each took. */
const blocksMs = new Map<string, number[]>()

async function flood(contender: Contender): Promise<number> {
  const before = contender.notes()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedAt = performance.now()
  await contender.call({ notes: NOTES })
  const tookMs = performance.now() - startedAt
  delay.disable()
  const blocks = blocksMs.get(contender.name) ?? []
  blocksMs.set(contender.name, [...blocks, delay.max / 1e6])
  const lost = NOTES - (contender.notes() - before)
  if (lost > 0) say(`${contender.name} lost ${lost} of ${NOTES} notifications`)
  return tookMs
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}

async function compare(
  title: string,
  contenders: readonly Contender[],
  measure: (contender: Contender) => Promise<number>,
  wanted?: number | string
): Promise<void> {
  const each = contenders.map((it) => ({ name: it.name, measure: () => measure(it) }))
  const times = await inTurns(each, order.rounds)
  const base = contenders[0]?.name ?? ''
  found.push({ title, base, times, ...(wanted !== undefined && { wanted }) })
  say(title)
}

/** One session of each build. */
async function ours(open: keyof Opening, address: string): Promise<Contender[]> {
  const contenders: Contender[] = []
  for (const { name, path } of builds) {
    const module = (await import(pathToFileURL(path).href)) as Opening
    contenders.push({ ...(await module[open](address)), name })
  }
  return contenders
}

async function overStdio(): Promise<void> {
  const contenders = [
    await rawPipe(server),
    await sdkOverStdio(server),
    ...(await ours('patchbayOverStdio', server))
  ]
  const calls = isShort ? 100 : 300
  await compare(
    '100 B, one after another, p50',
    contenders,
    (it) => oneAfterAnother(it, 100, calls),
    SDK
  )
  if (!isShort) {
    await compare(
      '1 MB, one after another, p50',
      contenders,
      (it) => oneAfterAnother(it, 1e6, 7),
      1.2
    )
  }
  await compare('100 B, 64 in flight, time per request', contenders, inFlight, 2)
  await compare(`${NOTES.toLocaleString('en-GB')} notifications, none lost`, contenders, flood, 1.6)
  for (const [name, blocks] of blocksMs) {
    const [usual, worst] = [median(blocks.slice(1)), Math.max(...blocks.slice(1))]
    say(
      `longest block of the event loop, ${name}: median ${usual.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
    )
  }
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
  const base = await plainFetch(url)
  const calls = isShort ? 50 : 200
  const measure = (it: Contender): Promise<number> => oneAfterAnother(it, 100, calls)
  const plain = [await sdkOverHttp(url), ...(await ours('patchbayOverHttp', url))]
  await compare('Streamable HTTP, 100 B, p50', [base, ...plain], measure, 1.4)
  const signedIn = await ours('patchbaySignedIn', url)
  const withoutToken = plain.slice(-1).map((it) => ({ ...it, name: 'this build, no token' }))
  await compare('the same with a token', [...withoutToken, ...signedIn], measure, 1.05)
  for (const contender of [...plain, ...signedIn]) await contender.close()
  child.stdin.end()
}

await overStdio()
await overHttp()
writeFileSync(order.out, JSON.stringify(found))
