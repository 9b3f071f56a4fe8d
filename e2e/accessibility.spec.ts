import type { Locator, Page } from '@playwright/test'
import { axeFindings } from './axe'
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
    }
  },
  {
    name: 'a result and its frames',
    go: async (window) => {
      await window.getByRole('radio', { name: 'Form' }).click()
      await chooseTool(window, 'add')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('button', { name: /^frame #/ }).click()
      await window.getByRole('region', { name: 'Answer' }).getByRole('textbox').waitFor()
    }
  },
  {
    name: 'a running call',
    go: async (window) => {
      // What was looked at need not be looked at on every screen.
      await window.getByRole('button', { name: 'Hide traffic' }).click()
      await chooseTool(window, 'wait')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('progressbar').waitFor()
    }
  },
  {
    name: 'problems with the arguments, and the options of a call',
    go: async (window) => {
      await chooseTool(window, 'echo')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('region', { name: 'Problems' }).waitFor()
      await window.getByRole('button', { name: 'Options' }).click()
      await window.getByRole('textbox', { name: '_meta' }).fill('[1]')
    }
  },
  {
    name: 'what is pasted',
    go: async (window) => {
      await window.getByRole('textbox', { name: '_meta' }).fill('')
      await window.getByRole('button', { name: 'More to do with the arguments' }).click()
      await window.getByRole('menuitem', { name: 'Paste JSON…' }).click()
      await window.getByRole('dialog').getByRole('textbox').fill('[1]')
    }
  },
  {
    name: 'two calls compared',
    go: async (window) => {
      await window.keyboard.press('Escape')
      for (const message of ['one', 'two']) {
        await window.getByLabel('message', { exact: true }).fill(message)
        await window.getByRole('button', { name: 'Call', exact: true }).click()
        await window.getByRole('group', { name: 'Outcome' }).getByText(message).waitFor()
      }
      await window.getByRole('button', { name: 'Compare it with another call' }).click()
      const calls = window.getByRole('listbox', { name: 'Calls of this tool' })
      await calls.getByRole('option').nth(1).click()
      await shownDifference(window.getByRole('dialog'))
    }
  },
  {
    name: 'a definition as the server has it',
    go: async (window) => {
      await window.keyboard.press('Escape')
      await window.keyboard.press('F12')
      await window.getByRole('textbox', { name: 'Definition' }).waitFor()
    }
  },
  {
    name: 'a tool that changed',
    go: async (window) => {
      await window.keyboard.press('Escape')
      for (const isSeen of [false, true]) {
        await chooseTool(window, 'add-tool')
        await window.getByRole('button', { name: 'Call', exact: true }).click()
        await chooseTool(window, 'added-tool')
        if (!isSeen) await window.getByRole('button', { name: 'Mark as seen' }).click()
      }
      await window.getByRole('button', { name: 'Show what changed' }).click()
      await shownDifference(window)
    }
  },
  {
    name: 'a result that breaks its schema',
    go: async (window) => {
      await chooseTool(window, 'break-output-schema')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('button', { name: /findings/ }).click()
    }
  },
  {
    name: 'every content',
    go: async (window) => {
      await chooseTool(window, 'every-content')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('group', { name: 'Resource link' }).first().waitFor()
    }
  },
  {
    name: 'a table',
    go: async (window) => {
      await chooseTool(window, 'list-people')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('radio', { name: 'Structured' }).click()
      await window.getByRole('radio', { name: 'Table of people' }).click()
    }
  },
  {
    name: 'a resource',
    go: async (window) => {
      await window.getByRole('tab', { name: /^Resources/ }).click()
      await window.getByRole('treeitem', { name: /counter/ }).click()
      await window.getByRole('button', { name: 'Subscribe' }).click()
      await window.getByRole('button', { name: 'Unsubscribe' }).waitFor()
    }
  },
  {
    name: 'changes of a resource',
    go: async (window) => {
      await window.getByRole('tab', { name: /^Tools/ }).click()
      await chooseTool(window, 'touch-resource')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('tab', { name: /^Resources/ }).click()
      await window.getByRole('radio', { name: 'Changes 1' }).click()
      await shownDifference(window)
    }
  },
  {
    name: 'a template',
    go: async (window) => {
      await window.getByRole('searchbox', { name: 'Filter resources' }).fill('weather')
      await window.getByRole('treeitem', { name: /country/ }).click()
      await window.getByRole('combobox', { name: 'country' }).fill('s')
      await window.getByRole('listbox').waitFor()
    }
  },
  {
    name: 'a prompt',
    go: async (window) => {
      await window.getByRole('tab', { name: /^Prompts/ }).click()
      await window.getByRole('option', { name: /^every-content/ }).click()
      await window.getByRole('button', { name: 'Get', exact: true }).click()
      await window.getByRole('region', { name: 'Messages' }).waitFor()
    }
  },
  { name: 'logs', go: (window) => window.getByRole('tab', { name: 'Logs' }).click() },
  { name: 'info', go: (window) => window.getByRole('tab', { name: 'Info' }).click() },
  {
    name: 'what is watched',
    go: async (window) => {
      await window.getByRole('button', { name: 'Watch for changes' }).click()
      await window.getByRole('radiogroup', { name: 'What to watch' }).waitFor()
    }
  },
  {
    name: 'a server that died',
    go: async (window) => {
      await window.keyboard.press('Escape')
      await window.getByRole('tab', { name: /^Tools/ }).click()
      await chooseTool(window, 'break-server')
      await window.getByRole('button', { name: 'Call', exact: true }).click()
      await window.getByRole('region', { name: 'Post-mortem' }).waitFor()
    }
  },
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
  {
    name: 'audit',
    go: (window) => window.getByRole('button', { name: 'Audit', exact: true }).click()
  },
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

/** Both texts of a comparison, once the editor shows them. */
async function shownDifference(place: Page | Locator): Promise<void> {
  await place.getByRole('textbox', { name: / after$/ }).waitFor()
}

test('axe finds nothing on any screen, light and dark', async ({ running: { app, window } }) => {
  test.setTimeout(240_000)
  const findings: string[] = []
  for (const { name, go } of SCREENS) {
    await go(window)
    findings.push(...(await axeFindings({ app, window }, { name })))
  }
  expect(findings).toEqual([])
})
