// npm run bench: measures this build, and with --against another one beside it in the same run.
// Writes the table of bench/README.md, which nobody edits by hand.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { inProject, run } from '../scripts/project.mjs'
import { failAndExit, SetUpError, step } from '../scripts/report.mjs'
import { setUpAndBuild } from '../scripts/set-up.mjs'
import { buildsFor } from './builds.mjs'
import { measureCommand } from './command.mjs'
import { LONG_PARTS, readOptions } from './options.mjs'
import { measureStart } from './start.mjs'
import { tableOf, withMeasured } from './table.mjs'
import { measureWire } from './wire.mjs'

const MEASURED = { start: measureStart, command: measureCommand, wire: measureWire }
const readme = inProject('bench', 'README.md')

async function bench() {
  const options = readOptions(process.argv.slice(2))
  const { executable, version } = await setUpAndBuild({ needsVirtualDisplay: true })
  const builds = await buildsFor(options, executable)
  const loadBefore = loadavg()[0]
  const measures = []
  for (const part of options.parts) {
    const measure = MEASURED[part]
    if (measure === undefined) continue
    await step(part, async () => {
      measures.push(...(await measure(builds, executable, options)))
      return 'measured'
    })
  }
  if (measures.length > 0) {
    const columns = ['SDK client', ...builds.map(({ name }) => name)]
    const load = `load of the machine ${loadBefore.toFixed(1)} to ${loadavg()[0].toFixed(1)}`
    const how = `Electron ${version}, ${options.rounds} rounds, interleaved, medians; ${load}.`
    const text = `${how}${remarkOn(Math.max(loadBefore, loadavg()[0]))}\n\n${tableOf(measures, columns)}`
    console.log(`\n${text}\n`)
    if (options.isWritten) await writeTable(text)
  }
  for (const part of options.parts.filter((it) => LONG_PARTS.includes(it))) {
    // Each build is measured by what it brings itself.
    for (const { name, folder } of builds) {
      if (builds.length > 1) console.log(`\n${part}, ${name}`)
      const env = { ...process.env, PATCHBAY_ELECTRON: executable }
      const program = `${folder}/bench/${part}.mjs`
      if (!existsSync(program)) {
        console.log(`${name} does not measure this.`)
        continue
      }
      const { code } = await run(process.execPath, [program], { env, show: true })
      if (code !== 0) throw new SetUpError(`${part}: not all bounds hold, or it was not measured.`)
    }
  }
}

/** What is measured here keeps about as many cores busy as there are. */
function remarkOn(load) {
  if (load <= 2 * availableParallelism()) return ''
  return ' The machine was busy with other work, so even the ratios say little.'
}

async function writeTable(text) {
  const { format, resolveConfig } = await import('prettier')
  const document = withMeasured(readFileSync(readme, 'utf8'), text)
  const style = await resolveConfig(readme)
  writeFileSync(readme, await format(document, { ...style, filepath: readme }))
}

bench().catch(failAndExit)
