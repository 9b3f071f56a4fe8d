/** What a MIME type, or else the end of an address, says about how something can be shown. */

export type MediaKind =
  | { readonly kind: 'markdown' | 'json' | 'html' | 'svg' | 'image' | 'audio' | 'pdf' | 'plain' }
  | { readonly kind: 'code'; readonly language: string }
  /** Nothing is known about it. */
  | { readonly kind: 'unknown' }

const LANGUAGE_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['text/css', 'css'],
  ['text/javascript', 'javascript'],
  ['application/javascript', 'javascript'],
  ['application/typescript', 'typescript'],
  ['text/typescript', 'typescript'],
  ['text/x-typescript', 'typescript'],
  ['text/x-python', 'python'],
  ['text/x-go', 'go'],
  ['text/x-rust', 'rust'],
  ['text/rust', 'rust'],
  ['text/x-java', 'java'],
  ['text/x-java-source', 'java'],
  ['text/x-c', 'cpp'],
  ['text/x-csharp', 'csharp'],
  ['text/x-ruby', 'ruby'],
  ['text/x-php', 'php'],
  ['application/x-httpd-php', 'php'],
  ['text/x-shellscript', 'shell'],
  ['application/x-sh', 'shell'],
  ['application/sql', 'sql'],
  ['text/x-sql', 'sql'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/toml', 'ini']
])

const KIND_BY_ENDING: ReadonlyMap<string, MediaKind> = new Map<string, MediaKind>([
  ['md', { kind: 'markdown' }],
  ['markdown', { kind: 'markdown' }],
  ['json', { kind: 'json' }],
  ['html', { kind: 'html' }],
  ['htm', { kind: 'html' }],
  ['svg', { kind: 'svg' }],
  ['pdf', { kind: 'pdf' }],
  ['txt', { kind: 'plain' }],
  ['log', { kind: 'plain' }],
  ['csv', { kind: 'plain' }],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp'].map((ending): [string, MediaKind] => [
    ending,
    { kind: 'image' }
  ]),
  ...Object.entries({
    css: 'css',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'javascript',
    ts: 'typescript',
    tsx: 'typescript',
    py: 'python',
    go: 'go',
    rs: 'rust',
    java: 'java',
    c: 'cpp',
    h: 'cpp',
    cpp: 'cpp',
    cs: 'csharp',
    rb: 'ruby',
    php: 'php',
    sh: 'shell',
    bash: 'shell',
    sql: 'sql',
    xml: 'xml',
    yaml: 'yaml',
    yml: 'yaml',
    toml: 'ini',
    ini: 'ini'
  }).map(([ending, language]): [string, MediaKind] => [ending, { kind: 'code', language }])
])

/** The server's word goes before the ending of the address, except where it says next to nothing. */
export function mediaKind(mimeType: unknown, uri: unknown): MediaKind {
  const type = typeof mimeType === 'string' ? essence(mimeType) : ''
  const said = kindOfType(type)
  if (said && said.kind !== 'plain') return said
  return kindOfAddress(uri) ?? said ?? { kind: 'unknown' }
}

function kindOfType(type: string): MediaKind | undefined {
  const language = LANGUAGE_BY_TYPE.get(type)
  if (language !== undefined) return { kind: 'code', language }
  if (type === 'text/markdown' || type === 'text/x-markdown') return { kind: 'markdown' }
  if (type === 'text/html' || type === 'application/xhtml+xml') return { kind: 'html' }
  if (type === 'image/svg+xml') return { kind: 'svg' }
  if (type === 'application/pdf') return { kind: 'pdf' }
  if (type === 'application/json' || type.endsWith('+json')) return { kind: 'json' }
  if (type.endsWith('+xml')) return { kind: 'code', language: 'xml' }
  if (/^image\/(png|jpeg|jpg|gif|webp|avif|bmp)$/.test(type)) return { kind: 'image' }
  if (/^audio\/[\w.+-]+$/.test(type)) return { kind: 'audio' }
  return type.startsWith('text/') ? { kind: 'plain' } : undefined
}

function kindOfAddress(uri: unknown): MediaKind | undefined {
  if (typeof uri !== 'string') return undefined
  const path = uri.split(/[?#]/, 1)[0] ?? ''
  const dot = path.lastIndexOf('.')
  return dot < 0 ? undefined : KIND_BY_ENDING.get(path.slice(dot + 1).toLowerCase())
}

/** A type without its parameters. */
export function essence(mimeType: string): string {
  return (mimeType.slice(0, 200).split(';', 1)[0] ?? '').trim().toLowerCase()
}
