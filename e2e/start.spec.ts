import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { appEnvironment, root } from '../scripts/project.mjs'
import { electronExecutable, electronSwitches, expect, test } from './fixtures'

type Finished = { readonly code: number; readonly output: string }

function start(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished> {
  return run('scripts/start.mjs', args, env)
}

function run(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env
): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, script), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr })
    )
  })
}

test('takes a picture of the app in a display of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const { DISPLAY: _none, ...env } = process.env
  const file = join(folder, 'out.png')
  const { code, output } = await start(['--headless', '--screenshot', file], env)
  expect(output).toMatch(/patchbay is ready/)
  expect(code).toBe(0)

  const { width, height, colours } = readPng(readFileSync(file))
  expect([width, height]).toEqual([1280, 800])
  expect(colours).toBeGreaterThan(50)
  rmSync(folder, { recursive: true })
})

test('says so when the picture cannot be written', async () => {
  const { code, output } = await start(['--headless', '--screenshot', '/no/such/folder/out.png'])
  expect(output).toContain('Cannot write the screenshot /no/such/folder/out.png')
  expect(code).toBe(1)
})

test('says so when there is no display, and stops', async () => {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const { code, output } = await start([], env)
  expect(code).toBe(1)
  expect(output).toMatch(/no display to open a window on.*npm start -- --headless/s)
})

test('refuses an Electron that is none, is missing, or is too old', async () => {
  const startOn = (executable: string) =>
    start(['--headless'], { ...process.env, PATCHBAY_ELECTRON: executable })
  const missing = await startOn('/no/such/electron')
  expect(missing).toMatchObject({ code: 1 })
  expect(missing.output).toContain('PATCHBAY_ELECTRON names a file that does not exist')
  const node = await startOn(process.execPath)
  expect(node).toMatchObject({ code: 1 })
  expect(node.output).toContain('Patchbay needs Electron 42 or newer')

  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const old = join(folder, 'electron')
  writeFileSync(old, '#!/bin/sh\necho 41.9.9\n', { mode: 0o755 })
  expect((await startOn(old)).output).toContain(`needs Electron 42 or newer; ${old} says 41.9.9`)
  rmSync(folder, { recursive: true })
})

test('packaging refuses an Electron that is not the official one', async () => {
  const { code, output } = await run('scripts/package.mjs', [], {
    ...process.env,
    PATCHBAY_ELECTRON: electronExecutable()
  })
  expect(code).toBe(1)
  expect(output).toContain('Packaging uses the official Electron only.')
})

test('says what it does not understand', async () => {
  const { code, output } = await start(['--heedless'])
  expect(code).toBe(1)
  expect(output).toMatch(/'--heedless'.*--headless {2,}run in a virtual display/s)
})

test('a second start with too long arguments says so, and leaves the first alone', async ({
  start: startApp,
  profile
}) => {
  const { window } = await startApp()
  const second = await startAgain(profile, `--project=/${'x'.repeat(40_000)}`)
  expect(second.code).toBe(1)
  expect(second.output).toMatch(/started with 40,\d+ bytes of arguments, and takes at most 16,384/)
  await expect(window.getByRole('navigation', { name: 'Servers' })).toBeVisible()
})

test('a second start gives up on a first that does not answer, and leaves it alone', async ({
  start: startApp,
  profile
}) => {
  const { app, window } = await startApp()
  const pid = app.process().pid
  if (pid === undefined) throw new Error('The app has no process.')
  process.kill(pid, 'SIGSTOP')
  try {
    const second = await startAgain(profile)
    expect(second.output).toContain('running already with this profile, and has not answered')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await expect(window.getByRole('navigation', { name: 'Servers' })).toBeVisible()
})

function startAgain(profile: string, ...more: readonly string[]): Promise<Finished> {
  const args = [...electronSwitches(), root, `--profile=${profile}`, ...more]
  return new Promise((resolve) => {
    execFile(electronExecutable(), args, { env: appEnvironment() }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr })
    )
  })
}

/** A blank window has one colour; how many there are tells whether there is anything to see. */
function readPng(png: Buffer): { width: number; height: number; colours: number } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue
    parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const data = inflateSync(Buffer.concat(parts))
  return { width, height, colours: new Set(data).size }
}
