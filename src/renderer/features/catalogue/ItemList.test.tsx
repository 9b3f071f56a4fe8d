// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { drawn } from '../../testing'
import { ItemList } from './ItemList'
import { ItemRow } from './ItemRow'
import type { ListRow } from './list-row'
import { Twisty } from './Twisty'

const ROWS: readonly ListRow[] = [
  { id: 'group', depth: 0, isHeading: true, folder: { isOpen: true, count: 2 } },
  { id: 'one', depth: 1, folder: { isOpen: true, count: 1 } },
  { id: 'two', depth: 2 },
  { id: 'three', depth: 0 }
]

/** What the list asked for, in order. */
let asked: string[] = []

function Listed() {
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<string>()
  return (
    <ItemList
      role="tree"
      label="Things"
      noun="thing"
      rows={ROWS.filter(({ id }) => id.includes(filter))}
      total={ROWS.length}
      filter={filter}
      selected={selected}
      actions={null}
      onFilter={setFilter}
      onSelect={({ id }) => {
        asked.push(`select ${id}`)
        setSelected(id)
      }}
      onFold={({ id }) => asked.push(`fold ${id}`)}
      onEnter={() => asked.push('enter')}
    >
      {(shown, words) =>
        shown.map(({ row, place }) => (
          <ItemRow key={place.index} role="treeitem" row={row} {...place}>
            <Twisty folder={row.folder} />
            {row.id} {words.join()}
          </ItemRow>
        ))
      }
    </ItemList>
  )
}

let place: HTMLElement

beforeEach(async () => {
  asked = []
  place = await drawn(<Listed />)
})

function find<E extends HTMLElement = HTMLElement>(selector: string): E {
  const found = place.querySelector<E>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}

async function press(selector: string, key: string): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  await act(async () => find(selector).dispatchEvent(event))
}

async function click(element: Element | null | undefined): Promise<void> {
  await act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
}

function active(): string | null | undefined {
  const id = find('[role="tree"]').getAttribute('aria-activedescendant')
  return id === null ? undefined : place.querySelector(`#${id}`)?.textContent?.trim()
}

describe('a list of the catalogue', () => {
  it('stands on a heading without choosing it, and folds it', async () => {
    await press('[role="tree"]', 'ArrowDown')
    expect(active()).toBe('group')
    await press('[role="tree"]', 'Enter')
    await press('[role="tree"]', 'ArrowDown')
    expect(active()).toBe('one')
    expect(asked).toEqual(['fold group', 'select one'])
  })

  it('folds by the twisty what can be chosen too, and chooses it by its name', async () => {
    const [heading, one] = place.querySelectorAll('[role="treeitem"]')
    await click(one?.querySelector('[data-twisty]'))
    await click(one)
    await click(heading)
    expect(asked).toEqual(['fold one', 'select one', 'fold group'])
    expect(active()).toBe('group')
  })

  it('types letters into the filter, which says what it looks for', async () => {
    await press('[role="tree"]', 't')
    expect(document.activeElement).toBe(find('input'))
    expect(find<HTMLInputElement>('input').value).toBe('t')
    expect([...place.querySelectorAll('[role="treeitem"]')].map((row) => row.textContent)).toEqual([
      'two t',
      'three t'
    ])
  })

  it('leads from the filter to what can be chosen first, and on with Enter', async () => {
    await press('input', 'ArrowDown')
    expect(document.activeElement).toBe(find('[role="tree"]'))
    await press('[role="tree"]', 't')
    await press('input', 'Enter')
    await press('input', 'Escape')
    expect(asked).toEqual(['select one', 'select two', 'enter'])
    expect(find<HTMLInputElement>('input').value).toBe('')
  })

  it('says that nothing matches, and chooses nothing then', async () => {
    await press('[role="tree"]', 'x')
    expect(place.textContent).toContain('No thing matches')
    await press('input', 'Enter')
    expect(asked).toEqual([])
  })
})
