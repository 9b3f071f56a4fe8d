/** What axe finds wrong with a screen, in light and in dark. */
import axe, { type NodeResult, type RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import type { RunningApp } from './fixtures'

export type Look = {
  /** Of the screen, for whoever reads what was found. */
  readonly name?: string
  /** What lies behind a dialog is measured against it, so that there only the dialog is looked at. */
  readonly place?: string
}

const RULES: Readonly<Record<'dark' | 'light', RunOptions>> = {
  // What a theme can break; everything else is the same in both.
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
  light: {}
}

export async function axeFindings(
  { app, window }: RunningApp,
  { name = 'screen', place = 'body' }: Look = {}
): Promise<readonly string[]> {
  const found: string[] = []
  for (const theme of ['dark', 'light'] as const) {
    await app.evaluate(({ nativeTheme }, wanted) => {
      nativeTheme.themeSource = wanted
    }, theme)
    await window.waitForFunction(
      (isDark) => matchMedia('(prefers-color-scheme: dark)').matches === isDark,
      theme === 'dark'
    )
    for (const { id, nodes } of await violationsIn(window, place, RULES[theme])) {
      const bad = nodes.filter((node) => !isUnderLines(node))
      found.push(...bad.map(({ html }) => `${name}, ${theme}: ${id}: ${html.slice(0, 200)}`))
    }
  }
  return found
}

/** Only what is wrong leaves the page: the list of all that is right takes longer than to find it. */
async function violationsIn(window: Page, place: string, rules: RunOptions) {
  if (!(await window.evaluate(() => 'axe' in globalThis))) await window.evaluate(axe.source)
  return window.evaluate(
    async ([where, options]) => {
      const { axe: own } = globalThis as unknown as { axe: typeof axe }
      return (await own.run(where, options)).violations
    },
    // What a server sends is shown in frames that run nothing, and is not ours.
    [place, { ...rules, resultTypes: ['violations'], iframes: false }] as [string, RunOptions]
  )
}

/** The lines of an editor reach far beyond it, and axe does not see that they are cut off there. */
function isUnderLines({ target, any }: NodeResult): boolean {
  const isInEditor = String(target).includes('monaco')
  const behind = any.flatMap(({ relatedNodes = [] }) => relatedNodes)
  return !isInEditor && behind.some(({ html }) => html.includes('lines-content'))
}
