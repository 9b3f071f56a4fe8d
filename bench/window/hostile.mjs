// Tools with hostile schemas, used by hand: chosen, written in as a form and as JSON, and called.
import { hostileSchemas } from './hostile-schemas.mjs'
import { median } from '../median.mjs'
import { longestTask, say, tasksOf } from './measuring.mjs'

/** Nothing that is worked out for a schema is left over for the same schema of another server. */
export const HOSTILE_SERVERS = ['hostile one', 'hostile two', 'hostile three']

/** What makes a pattern that goes back and forth take for ever. */
const BAD_TEXT = `${'a'.repeat(40)}!`

/** Resolves with the longest task of all steps, each as it typically is. */
export async function measureHostile(window, open) {
  const steps = new Map()
  for (const server of HOSTILE_SERVERS) {
    await open(server)
    await optionOf(window, 'deep').waitFor()
    note(steps, 'listed', await longestTask(window))
    for (const tool of Object.keys(hostileSchemas)) {
      for (const [step, longest] of Object.entries(await useByHand(window, tool))) {
        note(steps, `${tool}: ${step}`, longest)
      }
    }
  }
  const typical = [...steps].map(([step, longest]) => [step, median(longest)])
  for (const [step, longest] of typical) say(`hostile ${step}`, tasksOf(longest))
  return Math.max(...typical.map(([, longest]) => longest))
}

function note(steps, step, longest) {
  steps.set(step, [...(steps.get(step) ?? []), longest])
}

function optionOf(window, tool) {
  return window.getByRole('option', { name: new RegExp(`^${tool}\\b`) })
}

async function useByHand(window, tool) {
  const longest = {}
  const after = async (step, act) => {
    await act()
    longest[step] = await longestTask(window)
  }
  const article = window.locator(`article[aria-label="${tool}"]`)
  const views = article.getByRole('radiogroup', { name: 'How to write the arguments' })
  await after('chosen', async () => {
    await optionOf(window, tool).click()
    await article.locator('form, .monaco-editor').first().waitFor()
  })
  const field = article.locator('form').getByRole('textbox').first()
  if ((await field.count()) > 0) {
    await after('form', async () => {
      await field.focus()
      await window.keyboard.type(BAD_TEXT)
    })
  }
  const choice = article.locator('form').getByRole('combobox').first()
  if ((await choice.count()) > 0) {
    await after('choice', async () => {
      await choice.focus()
      await window.keyboard.press('Enter')
      await window.keyboard.type('choice 99')
      await window.keyboard.press('Escape')
    })
  }
  await after('JSON', async () => {
    await views.getByRole('radio', { name: 'JSON' }).click()
    await article.locator('.monaco-editor').click()
    await window.keyboard.press('ControlOrMeta+A')
    await window.keyboard.type(`{"value":"${BAD_TEXT}"}`)
  })
  await after('called', async () => {
    const call = article.locator('button[aria-keyshortcuts~="Control+Enter"]')
    await call.click()
    const answer = article.getByText(`${tool}: done`)
    // What the schema forbids is sent when the person insists.
    const isAsked = (await call.textContent())?.includes('Send anyway')
    if (isAsked) await call.click()
    await answer.waitFor()
  })
  return longest
}
