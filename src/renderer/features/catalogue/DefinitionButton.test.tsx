// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { drawn } from '../../testing'
import { definitionText } from './definition-text'
import { DefinitionButton } from './DefinitionButton'

const tool = {
  name: 'show',
  inputSchema: { type: 'object' },
  execution: { taskSupport: 'required' },
  _meta: { 'example.org/made-by': 'hand' }
}

const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"]')

async function press(key: string): Promise<void> {
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
}

describe('The definition of a tool', () => {
  it('is shown by a key, with all that the server says, known or not', async () => {
    await drawn(<DefinitionButton name={tool.name} item={tool} />)
    expect(dialog()).toBeNull()
    await press('F12')
    expect(dialog()?.textContent).toContain('example.org/made-by')
    expect(dialog()?.textContent).toContain('"taskSupport": "required"')
  })

  it('does not end the window when it is nested without end', () => {
    let deep: object = {}
    for (let depth = 0; depth < 100_000; depth++) deep = { deep }
    expect(definitionText(deep)).toBeUndefined()
  })
})
