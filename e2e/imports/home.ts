/** A home folder with the files of every tool that servers can be imported from. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Stands for the script of a server in the files. */
const SERVER = '__SERVER__'

const SERVERS = [
  'filesystem',
  'brave-search',
  'github',
  'sentry',
  'payments-db',
  'memory',
  'postgres',
  'playwright',
  'time',
  'linear',
  'figma',
  'notion',
  'puppeteer',
  'sqlite',
  'weather',
  'fetch',
  'git',
  'slack'
] as const

export type ImportHome = {
  /** The names of all servers in the files that can be read, each once. */
  readonly servers: readonly string[]
  /** Two tools have it, and not the same. */
  readonly twice: string
  readonly broken: { readonly path: string; readonly line: number }
  /** Parts of every value that must not be seen. */
  readonly canary: string
}

/** Every server that is a process runs `node` with `serverScript`. */
export function writeImportHome(folder: string, serverScript: string): ImportHome {
  const programs = programsFolder(folder)
  const zed = process.platform === 'win32' ? join(programs, 'Zed') : join(folder, '.config', 'zed')
  const broken = join(programs, 'Code - Insiders', 'User', 'mcp.json')
  const files: readonly (readonly [file: string, path: string])[] = [
    ['claude-desktop.json', join(programs, 'Claude', 'claude_desktop_config.json')],
    ['claude-code.json', join(folder, '.claude.json')],
    ['claude-code-mcp.json', join(folder, '.config', 'claude-code', 'mcp.json')],
    ['vscode-mcp.jsonc', join(programs, 'Code', 'User', 'mcp.json')],
    ['vscode-settings.jsonc', join(programs, 'Code', 'User', 'settings.json')],
    ['vscode-insiders-mcp.txt', broken],
    ['cursor.json', join(folder, '.cursor', 'mcp.json')],
    ['windsurf.json', join(folder, '.codeium', 'windsurf', 'mcp_config.json')],
    ['gemini.jsonc', join(folder, '.gemini', 'settings.json')],
    ['lm-studio.json', join(folder, '.lmstudio', 'mcp.json')],
    ['zed.jsonc', join(zed, 'settings.json')]
  ]
  const script = JSON.stringify(serverScript).slice(1, -1)
  for (const [file, path] of files) {
    const text = readFileSync(join(import.meta.dirname, 'files', file), 'utf8')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.replaceAll(SERVER, script))
  }
  return { servers: SERVERS, twice: 'github', broken: { path: broken, line: 6 }, canary: 'canary' }
}

function programsFolder(home: string): string {
  if (process.platform === 'win32') return join(home, 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support')
  return join(home, '.config')
}
