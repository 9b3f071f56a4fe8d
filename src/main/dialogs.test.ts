import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SaveDialogOptions } from 'electron'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemDialogs } from './dialogs'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-dialogs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the system was asked to show, and where the person saves. */
const system = vi.hoisted(() => ({ asked: [] as SaveDialogOptions[], place: '' }))
vi.mock('electron', () => ({
  clipboard: {},
  shell: {},
  dialog: {
    showSaveDialog: async (options: SaveDialogOptions) => {
      system.asked.push(options)
      return { canceled: system.place === '', filePath: system.place }
    }
  }
}))

const { saveFile } = systemDialogs({ parent: () => undefined, profile: join(folder, 'profile') })

beforeEach(() => {
  system.asked = []
  system.place = ''
})

describe('a dialog to save a file', () => {
  it.each([
    ['call.json', 'JSON', 'json'],
    ['mcp.JSONC', 'JSON', 'jsonc'],
    ['recording.jsonl', 'JSON Lines', 'jsonl'],
    ['recording.har', 'HTTP archive', 'har'],
    ['report.md', 'Markdown', 'md'],
    ['table.csv', 'CSV', 'csv']
  ])('offers the type of %s first, and any other after it', async (name, type, ending) => {
    expect(await saveFile(name, '')).toBeUndefined()
    const [options] = system.asked
    expect(options?.defaultPath).toBe(name)
    expect(options?.filters?.map((filter) => filter.name)).toEqual([type, 'All files'])
    expect(options?.filters?.[0]?.extensions).toContain(ending)
  })

  it.each(['picture.png', 'noending'])('offers any type for %s', async (name) => {
    await saveFile(name, '')
    expect(system.asked[0]?.filters?.map((filter) => filter.name)).toEqual(['All files'])
  })

  it('writes where the person says, but never into the profile', async () => {
    system.place = join(folder, 'call.json')
    expect(await saveFile('call.json', '{}')).toBe(system.place)
    expect(readFileSync(system.place, 'utf8')).toBe('{}')
    system.place = join(folder, 'profile', 'mcp.json')
    await expect(saveFile('mcp.json', '{}')).rejects.toThrow()
  })
})
