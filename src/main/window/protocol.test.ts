import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONTENT_SECURITY_POLICY, serveAssets } from './protocol'

function bundle(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const root = join(folder, 'renderer')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<p>hello')
  writeFileSync(join(root, 'assets', 'index.js'), '1')
  writeFileSync(join(root, 'assets', 'notes.txt'), 'no type, so not served')
  writeFileSync(join(folder, 'secret.js'), 'secret')
  symlinkSync(join(folder, 'secret.js'), join(root, 'assets', 'link.js'))
  return root
}

const serve = serveAssets(bundle())

describe('the app:// protocol', () => {
  it('serves the files of the bundle with their type and the policy', async () => {
    const response = await serve(new Request('app://patchbay/index.html'))
    expect(await response.text()).toBe('<p>hello')
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toBe(CONTENT_SECURITY_POLICY)
    expect((await serve(new Request('app://patchbay/assets/index.js'))).status).toBe(200)
  })

  it.each([
    'app://patchbay/',
    'app://patchbay/../secret.js',
    'app://patchbay/assets/../../secret.js',
    'app://patchbay/%2e%2e/secret.js',
    'app://patchbay/%252e%252e/secret.js',
    'app://patchbay/..%2fsecret.js',
    'app://patchbay/..\\secret.js',
    'app://patchbay/assets/..%5c..%5csecret.js',
    'app://patchbay/index.html%00.js',
    'app://patchbay//etc/passwd',
    'app://patchbay/C:/windows/win.ini',
    'app://patchbay///server/share/x.js',
    'app://patchbay/assets/link.js',
    'app://patchbay/assets/notes.txt',
    'app://patchbay/__proto__',
    'app://evil/index.html',
    'app://patchbay.evil/index.html',
    'app://patchbay:80/index.html'
  ])('answers 404 to %s', async (url) => {
    expect((await serve(new Request(url))).status).toBe(404)
  })

  it('answers GET only', async () => {
    const post = new Request('app://patchbay/index.html', { method: 'POST' })
    expect((await serve(post)).status).toBe(404)
  })

  it('has a policy without eval, inline script or the network', () => {
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe-eval|https?:|\*/)
    expect(CONTENT_SECURITY_POLICY).toMatch(/script-src 'self';/)
    expect(CONTENT_SECURITY_POLICY).toMatch(/default-src 'none';.*connect-src 'none';/)
  })
})
