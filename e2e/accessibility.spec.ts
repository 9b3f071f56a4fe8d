import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { chooseTool, expect, test } from './fixtures'

/** Every screen there is, each reached from the one before. */
const SCREENS: readonly { name: string; go: (window: Page) => Promise<void> }[] = [
  { name: 'first start', go: async () => {} },
  { name: 'a tool', go: (window) => chooseTool(window, 'every-kind') },
  {
    name: 'arguments as JSON',
    go: async (window) => {
      await window.getByRole('radio', { name: 'JSON' }).click()
      await window.getByRole('textbox', { name: 'Arguments as JSON' }).waitFor()
      await window.getByRole('radio', { name: 'Form' }).click()
    }
  },
  {
    name: 'a result and its frames',
    go: async (window) => {
      await chooseTool(window, 'add')
      await window.getByRole('button', { name: 'Call' }).click()
      await window.getByRole('button', { name: /^frame #/ }).click()
      await window.getByRole('region', { name: 'Answer' }).getByRole('textbox').waitFor()
    }
  },
  {
    name: 'a running call',
    go: async (window) => {
      await chooseTool(window, 'wait')
      await window.getByRole('button', { name: 'Call' }).click()
      await window.getByRole('progressbar').waitFor()
    }
  },
  { name: 'logs', go: (window) => window.getByRole('tab', { name: 'Logs' }).click() },
  { name: 'info', go: (window) => window.getByRole('tab', { name: 'Info' }).click() },
  { name: 'resources', go: (window) => window.getByRole('tab', { name: 'Resources' }).click() },
  { name: 'palette', go: (window) => window.keyboard.press('Control+k') },
  {
    name: 'settings',
    go: async (window) => {
      await window.keyboard.press('Escape')
      await window.getByRole('button', { name: 'Settings' }).click()
    }
  },
  {
    name: 'inbox',
    go: (window) => window.getByRole('navigation').getByRole('button', { name: 'Inbox' }).click()
  },
  { name: 'audit', go: (window) => window.getByRole('button', { name: 'Audit' }).click() },
  {
    name: 'a new server',
    go: async (window) => {
      await window.getByRole('button', { name: 'Add server' }).click()
      await window
        .getByRole('textbox', { name: 'Paste a command, an address or JSON' })
        .fill('npx -y @acme/server --key ${secret:KEY}')
      await window.getByText('More settings').click()
    }
  },
  {
    name: 'a definition as JSON',
    go: async (window) => {
      await window.getByRole('radio', { name: 'JSON' }).click()
      await window.getByRole('textbox', { name: 'Definition as JSON' }).waitFor()
    }
  },
  {
    name: 'a menu',
    go: async (window) => {
      await window
        .getByRole('navigation')
        .getByRole('button', { name: /^demo/ })
        .click({ button: 'right' })
      await window.getByRole('menu').waitFor()
    }
  }
]

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${theme}`, async ({ running: { app, window } }) => {
    test.setTimeout(120_000)
    await app.evaluate(({ nativeTheme }, chosen) => {
      nativeTheme.themeSource = chosen
    }, theme)
    const findings: string[] = []
    for (const { name, go } of SCREENS) {
      await go(window)
      const { violations } = await new AxeBuilder({ page: window }).setLegacyMode().analyze()
      for (const { id, nodes } of violations) {
        findings.push(...nodes.map(({ html }) => `${name}: ${id}: ${html.slice(0, 200)}`))
      }
    }
    expect(findings).toEqual([])
  })
}
