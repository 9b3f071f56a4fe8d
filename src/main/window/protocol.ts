/**
 * Serves the windows' own files as app://patchbay/. Only the files of the bundle, listed once at
 * start, have an address; so no request can name anything else, however it is spelled.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export const UI_SCHEME = 'app'
export const UI_ORIGIN = 'app://patchbay'
export const UI_URL = `${UI_ORIGIN}/index.html`
export const PROMPT_URL = `${UI_ORIGIN}/prompt.html`

/** The worker policy is ours. The others are Monaco's, whose two bundles make some of them twice. */
const TRUSTED_TYPES_POLICIES = [
  'patchbay-worker',
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  'editorGhostText',
  'editorViewLayer',
  'richScreenReaderContent',
  'stickyScrollViewLayer',
  'standaloneColorizer',
  'tokenizeToString'
]

/** Monaco needs inline styles; nothing needs inline script or eval. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'media-src data: blob:',
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'none'",
  // Pages from servers, in a sandbox that allows nothing; they are bound by this policy too.
  'frame-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES_POLICIES.join(' ')} 'allow-duplicates'`
].join('; ')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2'
}

const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer'
}

/** The files under `root`, by the path of their address. Links are not files and are left out. */
export function listAssets(root: string): ReadonlyMap<string, string> {
  const assets = new Map<string, string>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    assets.set(`/${relative(root, file).split(sep).join('/')}`, file)
  }
  return assets
}

/** The file an address stands for, or undefined. */
export function findAsset(
  assets: ReadonlyMap<string, string>,
  address: string
): string | undefined {
  const url = URL.parse(address)
  if (!url || `${url.protocol}//${url.host}` !== UI_ORIGIN) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return assets.get(url.pathname)
}

export function serveAssets(root: string): (request: Request) => Promise<Response> {
  const assets = listAssets(root)
  return async (request) => {
    const file = findAsset(assets, request.url)
    const type = file === undefined ? undefined : CONTENT_TYPES[extname(file)]
    if (request.method !== 'GET' || file === undefined || type === undefined) {
      return new Response('Not found', { status: 404, headers: HEADERS })
    }
    return new Response(new Uint8Array(await readFile(file)), {
      headers: { ...HEADERS, 'Content-Type': type }
    })
  }
}
