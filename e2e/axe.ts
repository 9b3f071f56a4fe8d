/** What axe finds wrong with a screen, in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright'
import type { RunningApp } from './fixtures'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']
type NodeResult = Violations[number]['nodes'][number]

export type Look = {
  /** Of the screen, for whoever reads what was found. */
  readonly name?: string
  /** What lies behind a dialog is measured against it, so that there only the dialog is looked at. */
  readonly place?: string
}

/** What a theme can break; everything else is the same in both. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

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
    const axe = new AxeBuilder({ page: window }).setLegacyMode().include(place)
    const { violations } = await (theme === 'light' ? axe : axe.withRules(COLOUR_RULES)).analyze()
    for (const { id, nodes } of violations) {
      const bad = nodes.filter((node) => !isUnderLines(node))
      found.push(...bad.map(({ html }) => `${name}, ${theme}: ${id}: ${html.slice(0, 200)}`))
    }
  }
  return found
}

/** The lines of an editor reach far beyond it, and axe does not see that they are cut off there. */
function isUnderLines({ target, any }: NodeResult): boolean {
  const isInEditor = String(target).includes('monaco')
  const behind = any.flatMap(({ relatedNodes = [] }) => relatedNodes)
  return !isInEditor && behind.some(({ html }) => html.includes('lines-content'))
}
