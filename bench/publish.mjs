// Says what was measured, and writes it into its part of bench/README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { inProject } from '../scripts/project.mjs'
import { SetUpError } from '../scripts/report.mjs'
import { THIS } from './builds.mjs'
import { withMeasured } from './table.mjs'

const readme = inProject('bench', 'README.md')
const [loadBefore] = loadavg()

/** `how` is how it was measured, in a few words. */
export async function publish(name, how, table, { isWritten }) {
  const loads = [loadBefore, loadavg()[0]]
  const load = `load of the machine ${loads.map((it) => it.toFixed(1)).join(' to ')}`
  const text = `${how}; ${load}.${remarkOn(Math.max(...loads))}\n\n${table}`
  console.log(`\n${name}\n${text}\n`)
  if (isWritten) await write(name, text)
}

/**
 * The figures of a part, with which goals of this build were missed. Throws when one was that has to
 * hold on every machine.
 */
export async function publishFigures(name, how, figures, { builds, isWritten }) {
  await publish(name, how, figures.table(builds), { isWritten })
  const missed = figures.missed(THIS)
  if (missed.length > 0) console.log(`${name}, missed:\n${listed(missed)}\n`)
  const broken = figures.missed(THIS, { isMust: true })
  if (broken.length > 0)
    throw new SetUpError(`${name}, what must hold does not:\n${listed(broken)}`)
}

function listed(sentences) {
  return sentences.map((sentence) => `  ${sentence}`).join('\n')
}

/** What is measured here keeps about as many cores busy as there are. */
function remarkOn(load) {
  if (load <= 2 * availableParallelism()) return ''
  return ' The machine was busy with other work, so even the ratios say little.'
}

async function write(name, text) {
  const { format, resolveConfig } = await import('prettier')
  const document = withMeasured(readFileSync(readme, 'utf8'), name, text)
  const style = await resolveConfig(readme)
  writeFileSync(readme, await format(document, { ...style, filepath: readme }))
}
