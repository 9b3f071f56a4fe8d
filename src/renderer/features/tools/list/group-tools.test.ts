import { describe, expect, it } from 'vitest'
import { groupedRows, groupsOf } from './group-tools'

function tools(...names: readonly string[]) {
  return names.map((name) => ({ name }))
}

function prefixes(...names: readonly string[]): readonly string[] {
  return [...new Set(groupsOf(tools(...names)).values())]
}

const OTHERS = ['one', 'two', 'three', 'four', 'five']

describe('groups of tools', () => {
  it('are made of at least three names that begin alike, whatever separates', () => {
    expect(prefixes(...OTHERS, 'git_a', 'git_b', 'git_c', 'fs-a', 'fs-b')).toEqual(['git_'])
    expect(prefixes(...OTHERS, 'a.x', 'a.y', 'a.z', 'b/x', 'b/y', 'b/z')).toEqual(['a.', 'b/'])
    expect(prefixes(...OTHERS, 'getOne', 'getTwo', 'getThree')).toEqual([])
  })

  it('are left out of a short list', () => {
    expect(prefixes('one', 'git_a', 'git_b', 'git_c')).toEqual([])
  })

  it('look behind what all names have in common', () => {
    const names = ['tab_a', 'tab_b', 'tab_c', 'net_a', 'net_b', 'net_c', 'click', 'type']
    expect(prefixes(...names.map((name) => `browser_${name}`))).toEqual([
      'browser_tab_',
      'browser_net_'
    ])
  })

  it('do not help where everything would be in one', () => {
    expect(prefixes(...OTHERS.map((name) => `x_${name}`), 'x_6', 'x_7', 'x_8')).toEqual([])
  })

  it('stand where their first tool would, and hide their tools when folded', () => {
    const list = tools('first', 'git_a', 'one', 'git_b', 'two', 'git_c', 'three', 'last')
    const seen = (folded: readonly string[]) =>
      groupedRows(list, groupsOf(list), new Set(folded)).map((row) =>
        row.kind === 'group' ? `${row.prefix}${row.folder.count}` : row.tool.name
      )
    expect(seen([])).toEqual([
      'first',
      'git_3',
      'git_a',
      'git_b',
      'git_c',
      'one',
      'two',
      'three',
      'last'
    ])
    expect(seen(['git_'])).toEqual(['first', 'git_3', 'one', 'two', 'three', 'last'])
  })

  it('keep tools apart that have the same name', () => {
    const list = tools(...OTHERS, 'git_a', 'git_a', 'git_b')
    expect(groupedRows(list, groupsOf(list), new Set())).toHaveLength(9)
  })
})
