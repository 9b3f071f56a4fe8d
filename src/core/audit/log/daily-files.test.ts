import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DailyFiles } from './daily-files'

const NOON = new Date(2026, 4, 4, 12).getTime()
const NEXT_NOON = new Date(2026, 4, 5, 12).getTime()
const NAME = 'MCP_Actions/MCP_Actions-2026-05-04.jsonl'
const base = mkdtempSync(join(tmpdir(), 'patchbay-daily-'))
afterAll(() => rmSync(base, { recursive: true }))

function folder(): string {
  const made = mkdtempSync(join(base, 'd-'))
  mkdirSync(join(made, 'MCP_Actions'))
  return made
}

it('puts each line at the end of the file of its day', () => {
  const chosen = folder()
  const files = new DailyFiles(chosen)
  files.append([{ time: NOON, line: { a: 1 } }])
  files.append([
    { time: NOON, line: { b: 2 } },
    { time: NEXT_NOON, line: { c: 3 } }
  ])
  expect(readFileSync(join(chosen, NAME), 'utf8')).toBe('{"a":1}\n{"b":2}\n')
  expect(readFileSync(join(chosen, NAME.replace('-04', '-05')), 'utf8')).toBe('{"c":3}\n')
})

it('writes to no file that a link in its place leads to', () => {
  const chosen = folder()
  const other = join(chosen, 'other')
  writeFileSync(other, 'as it was')
  symlinkSync(other, join(chosen, NAME))
  expect(() => new DailyFiles(chosen).append([{ time: NOON, line: {} }])).toThrow(/ELOOP/)
  expect(readFileSync(other, 'utf8')).toBe('as it was')
})

it('waits for nobody at the other end of a pipe in its place', () => {
  const chosen = folder()
  execFileSync('mkfifo', [join(chosen, NAME)])
  expect(() => new DailyFiles(chosen).append([{ time: NOON, line: {} }])).toThrow(
    /ENXIO|is not a file/
  )
})
