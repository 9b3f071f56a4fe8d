import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { whileLocked } from './file-lock'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a locked file', () => {
  it('is free again after the work, even when that fails', () => {
    const path = join(folder, 'a')
    expect(whileLocked(path, () => existsSync(`${path}.lock`))).toBe(true)
    expect(() =>
      whileLocked(path, () => {
        throw new Error('no')
      })
    ).toThrow('no')
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('is waited for while another holds it', async () => {
    const path = join(folder, 'b')
    writeFileSync(`${path}.lock`, '')
    const worker = new Worker(
      `const { rmSync, writeFileSync } = require('node:fs')
       const { parentPort, workerData: path } = require('node:worker_threads')
       parentPort.once('message', () => {
         writeFileSync(path, 'released')
         rmSync(path + '.lock')
       })
       parentPort.postMessage('ready')`,
      { eval: true, workerData: path }
    )
    await new Promise((resolve) => worker.once('message', resolve))
    worker.postMessage('go')
    expect(whileLocked(path, () => readFileSync(path, 'utf8'))).toBe('released')
    await worker.terminate()
  })

  it('that was left behind by somebody who is gone is taken', () => {
    const path = join(folder, 'c')
    writeFileSync(`${path}.lock`, '')
    const before = new Date(Date.now() - 60_000)
    utimesSync(`${path}.lock`, before, before)
    expect(whileLocked(path, () => 'mine')).toBe('mine')
  })
})
