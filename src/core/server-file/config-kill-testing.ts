/** Writes two texts in turn through a ConfigFile, for as long as it lives. */
import { readFileSync } from 'node:fs'
import { ConfigFile } from './config-file'

const [path = '', backup = '', ...samples] = process.argv.slice(2)
const texts = samples.map((sample) => readFileSync(sample, 'utf8'))
const file = new ConfigFile(path, backup)
file.read()
for (let turn = 0; ; turn += 1) {
  file.write(texts[turn % texts.length] ?? '')
  if (turn === 1) process.stdout.write('ready\n')
}
