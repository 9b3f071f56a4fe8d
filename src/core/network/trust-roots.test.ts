import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { readCertificates } from '../workbench/network-testing'

vi.setConfig({ testTimeout: 60_000 })

const MODULE = pathToFileURL(join(import.meta.dirname, 'trust-roots.ts')).href
const SCRIPT = `import(${JSON.stringify(MODULE)}).then(({ trustRoots }) => {
  const tls = require('node:tls')
  const roots = trustRoots()
  const hasBundled = tls.rootCertificates.every((each) => roots.includes(each))
  console.log(JSON.stringify({ hasBundled, roots }))
})`

/** On Linux this variable says where the system has its certificates; each process reads it once. */
it.runIf(process.platform === 'linux')(
  'An authority that was added to the system is trusted beside those that come with us',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-roots-'))
    const file = join(folder, 'system.pem')
    const { authority } = await readCertificates()
    writeFileSync(file, authority)
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', SSL_CERT_FILE: file }
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT], {
      env,
      maxBuffer: 16 * 1024 * 1024
    })
    rmSync(folder, { recursive: true })
    const found = JSON.parse(stdout) as { hasBundled: boolean; roots: readonly string[] }
    const isTrusted = found.roots.some((each) => each.trim() === authority.trim())
    expect({ hasBundled: found.hasBundled, isTrusted }).toEqual({
      hasBundled: true,
      isTrusted: true
    })
  }
)
