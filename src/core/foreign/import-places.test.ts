import { describe, expect, it } from 'vitest'
import { importPlaces } from './import-places'

function pathsOn(on: Parameters<typeof importPlaces>[0]): Record<string, string> {
  return Object.fromEntries(importPlaces(on).map(({ title, path }) => [title, path]))
}

describe('the places that are looked at', () => {
  it('are those of Linux', () => {
    expect(pathsOn({ platform: 'linux', home: '/home/me', env: {} })).toEqual({
      'Claude Desktop': '/home/me/.config/Claude/claude_desktop_config.json',
      'Claude Code (user)': '/home/me/.claude.json',
      'Claude Code (mcp.json)': '/home/me/.config/claude-code/mcp.json',
      'VS Code (user)': '/home/me/.config/Code/User/mcp.json',
      'VS Code (settings)': '/home/me/.config/Code/User/settings.json',
      'VS Code Insiders (user)': '/home/me/.config/Code - Insiders/User/mcp.json',
      'VS Code Insiders (settings)': '/home/me/.config/Code - Insiders/User/settings.json',
      'VSCodium (user)': '/home/me/.config/VSCodium/User/mcp.json',
      'VSCodium (settings)': '/home/me/.config/VSCodium/User/settings.json',
      'Cursor (user)': '/home/me/.cursor/mcp.json',
      Windsurf: '/home/me/.codeium/windsurf/mcp_config.json',
      'Gemini CLI (user)': '/home/me/.gemini/settings.json',
      'LM Studio': '/home/me/.lmstudio/mcp.json',
      'LM Studio (older)': '/home/me/.cache/lm-studio/mcp.json',
      'MCP Inspector': '/home/me/.mcp-inspector/mcp.json',
      'Zed (user)': '/home/me/.config/zed/settings.json'
    })
  })

  it('are those of macOS', () => {
    const paths = pathsOn({ platform: 'darwin', home: '/Users/me', env: {} })
    const support = '/Users/me/Library/Application Support'
    expect(paths).toMatchObject({
      'Claude Desktop': `${support}/Claude/claude_desktop_config.json`,
      'Claude Code (mcp.json)': '/Users/me/.config/claude-code/mcp.json',
      'VS Code (user)': `${support}/Code/User/mcp.json`,
      'Zed (user)': '/Users/me/.config/zed/settings.json'
    })
  })

  it('are those of Windows, with its own kind of paths', () => {
    const env = { APPDATA: 'D:\\Roaming', XDG_CONFIG_HOME: '/nonsense' }
    expect(pathsOn({ platform: 'win32', home: 'C:\\Users\\me', env })).toMatchObject({
      'Claude Desktop': 'D:\\Roaming\\Claude\\claude_desktop_config.json',
      'Claude Desktop (Store)':
        'C:\\Users\\me\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
      'Claude Code (user)': 'C:\\Users\\me\\.claude.json',
      'Claude Code (mcp.json)': 'C:\\Users\\me\\.config\\claude-code\\mcp.json',
      'VS Code (user)': 'D:\\Roaming\\Code\\User\\mcp.json',
      'Zed (user)': 'D:\\Roaming\\Zed\\settings.json'
    })
  })

  it('follow XDG_CONFIG_HOME and CLAUDE_CONFIG_DIR, but not when they are relative', () => {
    const on = { platform: 'linux', home: '/home/me' } as const
    const moved = pathsOn({ ...on, env: { XDG_CONFIG_HOME: '/xdg', CLAUDE_CONFIG_DIR: '/cc' } })
    expect(moved).toMatchObject({
      'Claude Desktop': '/xdg/Claude/claude_desktop_config.json',
      'Claude Code (user)': '/cc/.claude.json',
      'Claude Code (mcp.json)': '/home/me/.config/claude-code/mcp.json',
      'Claude Code (mcp.json, XDG)': '/xdg/claude-code/mcp.json',
      'Zed (user)': '/xdg/zed/settings.json'
    })
    const env = { XDG_CONFIG_HOME: 'xdg', CLAUDE_CONFIG_DIR: '' }
    expect(pathsOn({ ...on, env })).toEqual(pathsOn({ ...on, env: {} }))
  })

  it('include those of the open project, and never our own file in it', () => {
    const on = { platform: 'linux', home: '/home/me', env: {} } as const
    const known = new Set(importPlaces(on).map(({ path }) => path))
    const more = importPlaces({ ...on, projectFolder: '/srv/shop' })
    expect(more.filter(({ path }) => !known.has(path))).toEqual([
      { format: 'vscode', title: 'VS Code (project)', path: '/srv/shop/.vscode/mcp.json' },
      {
        format: 'vscode',
        title: 'VS Code (project settings)',
        path: '/srv/shop/.vscode/settings.json'
      },
      { format: 'cursor', title: 'Cursor (project)', path: '/srv/shop/.cursor/mcp.json' },
      {
        format: 'gemini-cli',
        title: 'Gemini CLI (project)',
        path: '/srv/shop/.gemini/settings.json'
      },
      { format: 'zed', title: 'Zed (project)', path: '/srv/shop/.zed/settings.json' }
    ])
  })

  it('are looked at once each, even if the project is the home folder', () => {
    const on = {
      platform: 'linux',
      home: '/home/me',
      env: { XDG_CONFIG_HOME: '/home/me/.config' }
    } as const
    const paths = importPlaces({ ...on, projectFolder: '/home/me' }).map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })
})
