/** Where other tools keep their servers. Nothing is read here. */
import { posix, win32 } from 'node:path'
import type { ConfigFormat } from '../../shared/servers/configuration'

export type ImportPlace = {
  readonly format: ConfigFormat
  /** Such as "Claude Code (user)". */
  readonly title: string
  readonly path: string
}

export type Surroundings = {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly projectFolder?: string
}

const VSCODE_EDITIONS = [
  ['VS Code', 'Code'],
  ['VS Code Insiders', 'Code - Insiders'],
  ['VSCodium', 'VSCodium']
] as const

/** The desktop app from the Microsoft Store keeps its files in a folder of its package. */
const STORE_FOLDER = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude']

export function importPlaces(on: Surroundings): readonly ImportPlace[] {
  const { platform, home, env, projectFolder } = on
  const paths = platform === 'win32' ? win32 : posix
  const given = (name: string): string | undefined => {
    const value = env[name]
    return value !== undefined && paths.isAbsolute(value) ? value : undefined
  }
  const dotConfig = paths.join(home, '.config')
  const xdg = platform === 'win32' ? undefined : given('XDG_CONFIG_HOME')
  const config = xdg ?? dotConfig
  const roaming = given('APPDATA') ?? paths.join(home, 'AppData', 'Roaming')
  const local = given('LOCALAPPDATA') ?? paths.join(home, 'AppData', 'Local')
  /** Where programs with a window keep their settings. */
  const programs =
    platform === 'win32'
      ? roaming
      : platform === 'darwin'
        ? paths.join(home, 'Library', 'Application Support')
        : config

  const places: ImportPlace[] = []
  const add = (format: ConfigFormat, title: string, ...path: [string, ...string[]]): void => {
    places.push({ format, title, path: paths.join(...path) })
  }
  const desktopFile = 'claude_desktop_config.json'
  add('claude-desktop', 'Claude Desktop', programs, 'Claude', desktopFile)
  if (platform === 'win32') {
    add('claude-desktop', 'Claude Desktop (Store)', local, ...STORE_FOLDER, desktopFile)
  }
  add('claude-code', 'Claude Code (user)', given('CLAUDE_CONFIG_DIR') ?? home, '.claude.json')
  add('claude-code', 'Claude Code (mcp.json)', dotConfig, 'claude-code', 'mcp.json')
  if (xdg !== undefined) {
    add('claude-code', 'Claude Code (mcp.json, XDG)', xdg, 'claude-code', 'mcp.json')
  }
  for (const [title, folder] of VSCODE_EDITIONS) {
    add('vscode', `${title} (user)`, programs, folder, 'User', 'mcp.json')
    add('vscode', `${title} (settings)`, programs, folder, 'User', 'settings.json')
  }
  add('cursor', 'Cursor (user)', home, '.cursor', 'mcp.json')
  add('windsurf', 'Windsurf', home, '.codeium', 'windsurf', 'mcp_config.json')
  add('gemini-cli', 'Gemini CLI (user)', home, '.gemini', 'settings.json')
  add('lm-studio', 'LM Studio', home, '.lmstudio', 'mcp.json')
  add('lm-studio', 'LM Studio (older)', home, '.cache', 'lm-studio', 'mcp.json')
  add('inspector', 'MCP Inspector', home, '.mcp-inspector', 'mcp.json')
  const zed = platform === 'win32' ? paths.join(roaming, 'Zed') : paths.join(config, 'zed')
  add('zed', 'Zed (user)', zed, 'settings.json')
  if (platform === 'darwin' && xdg !== undefined) {
    add('zed', 'Zed (user, .config)', dotConfig, 'zed', 'settings.json')
  }
  if (projectFolder !== undefined) {
    add('vscode', 'VS Code (project)', projectFolder, '.vscode', 'mcp.json')
    add('vscode', 'VS Code (project settings)', projectFolder, '.vscode', 'settings.json')
    add('cursor', 'Cursor (project)', projectFolder, '.cursor', 'mcp.json')
    add('gemini-cli', 'Gemini CLI (project)', projectFolder, '.gemini', 'settings.json')
    add('zed', 'Zed (project)', projectFolder, '.zed', 'settings.json')
  }
  return places.filter(
    ({ path }, index) => places.findIndex((place) => place.path === path) === index
  )
}
