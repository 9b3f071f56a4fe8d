// npm run bench: measures this build, and with --against another one beside it in the same run, both
// by what stands here. Writes the tables of bench/README.md, which nobody edits by hand.
import { failAndExit, step } from '../scripts/report.mjs'
import { setUpAndBuild } from '../scripts/set-up.mjs'
import { buildsFor } from './builds.mjs'
import { measureCommand } from './command.mjs'
import { measureFlood } from './flood.mjs'
import { measureMemory } from './memory.mjs'
import { readOptions } from './options.mjs'
import { publish, publishFigures } from './publish.mjs'
import { measureStart } from './start.mjs'
import { tableOf } from './table.mjs'
import { measureWindow } from './window.mjs'
import { measureWire } from './wire.mjs'

const SHORT = { start: measureStart, command: measureCommand, wire: measureWire }
const LONG = { memory: measureMemory, window: measureWindow, flood: measureFlood }
/** Floods of other sizes have no table in the document. */
const FLOODS = [1_000_000, 10_000_000]

async function bench() {
  const options = readOptions(process.argv.slice(2))
  const { executable, version } = await setUpAndBuild({ needsVirtualDisplay: true })
  const builds = await buildsFor(options, executable)
  const names = builds.map(({ name }) => name)
  const howOf = (rounds) => `Electron ${version}, ${rounds} rounds, interleaved, medians`
  const measures = []
  for (const part of options.parts.filter((it) => Object.hasOwn(SHORT, it))) {
    await step(part, async () => {
      measures.push(...(await SHORT[part](builds, executable, options)))
      return 'measured'
    })
  }
  if (measures.length > 0) {
    const table = tableOf(measures, ['SDK client', ...names])
    await publish('ratios', howOf(options.rounds), table, options)
  }
  for (const part of options.parts.filter((it) => Object.hasOwn(LONG, it))) {
    const figures = await LONG[part](builds, options)
    const { longRounds, frames, isShort } = options
    const name = part === 'flood' ? `flood of ${frames.toLocaleString('en-GB')}` : part
    const isWritten = !isShort && (part !== 'flood' || FLOODS.includes(frames))
    await publishFigures(name, howOf(longRounds), figures, { builds: names, isWritten })
  }
}

bench().catch(failAndExit)
