import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Of the files below a folder, those in which the text can be found. */
export function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    return statSync(path).isFile() && readFileSync(path, 'latin1').includes(text)
  })
}
