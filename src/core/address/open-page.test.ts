import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserCommands, openPage } from './open-page'

const PAGE = 'https://example.com/authorize?a=1&b=$HOME'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-page-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('What opens a page', () => {
  it.each([
    ['linux', ['xdg-open', PAGE]],
    ['darwin', ['open', PAGE]],
    ['win32', ['rundll32.exe', 'url.dll,FileProtocolHandler', PAGE]]
  ] as const)('is the opener of %s, with the address as one argument', (platform, words) => {
    expect(browserCommands(PAGE, {}, platform)).toEqual([words])
  })

  it('is what BROWSER names, before the opener of the system', () => {
    expect(browserCommands(PAGE, { BROWSER: 'lynx -x:firefox --url=%s --new' }, 'linux')).toEqual([
      ['lynx', '-x', PAGE],
      ['firefox', `--url=${PAGE}`, '--new'],
      ['xdg-open', PAGE]
    ])
  })
})

describe('Opening a page', () => {
  it('gives the address to the browser to the letter, after one that is not there', async () => {
    const script = join(folder, 'browser.cjs')
    const opened = join(folder, 'opened')
    writeFileSync(
      script,
      `require('node:fs').writeFileSync(${JSON.stringify(opened)}, process.argv[2])`
    )
    await openPage(PAGE, { BROWSER: `no-such-browser:${process.execPath} ${script}` }, 'linux')
    await vi.waitFor(() => expect(existsSync(opened)).toBe(true), 30_000)
    expect(readFileSync(opened, 'utf8')).toBe(PAGE)
  })

  it('says which commands have failed', async () => {
    const script = join(folder, 'broken.cjs')
    writeFileSync(script, 'process.exit(7)')
    const env = { BROWSER: `no-such-browser:${process.execPath} ${script}` }
    vi.stubEnv('PATH', folder)
    const failure = openPage(PAGE, env, 'linux')
    await expect(failure).rejects.toThrow(/no-such-browser: .*it ended with code 7; xdg-open: /)
    vi.unstubAllEnvs()
  })

  it.each(['file:///etc/passwd', 'http://example.com/', 'javascript:alert(1)'])(
    'refuses %s',
    async (address) => {
      await expect(openPage(address, { BROWSER: 'true' }, 'linux')).rejects.toThrow(
        'No browser could be opened.'
      )
    }
  )
})
