import { expect, it } from 'vitest'
import { checkStyles, styleFaults } from './style-rules.mjs'

const primitives = {
  path: 'primitives.css',
  text: '@layer primitives {\n  .ui-row {\n    display: flex;\n  }\n}\n'
}
const row = { path: 'row.module.css', text: '.row {\n  composes: ui-row from global;\n}\n' }

function faultsOf(text, component = '') {
  const files = [
    primitives,
    row,
    { path: 'a.module.css', text },
    { path: 'A.tsx', text: component }
  ]
  return styleFaults(files, primitives.path)
}

it('holds for the style sheets there are', () => {
  expect(checkStyles()).toEqual({ code: 0, output: '' })
})

it('finds a size that is no token, and says in which line', () => {
  expect(faultsOf('.a {\n  padding: 0 12px;\n}\n')).toEqual([
    'a.module.css:2: padding has a size of its own, 12px: use a token'
  ])
  expect(faultsOf('.a {\n  --columns: 1.5px minmax(0, 1fr);\n}\n')).toHaveLength(1)
})

it('lets queries and comments name sizes', () => {
  expect(
    faultsOf(
      '/* 12px; */\n@container (width < 460px) {\n  .a {\n    gap: var(--space-1);\n  }\n}\n'
    )
  ).toEqual([])
})

it('finds colours by number, by function and by word', () => {
  for (const colour of ['#fff', 'rgb(0 0 0 / 30%)', 'light-dark(var(--a), var(--b))', 'White']) {
    expect(faultsOf(`.a {\n  color: ${colour};\n}\n`)).toHaveLength(1)
  }
  expect(
    faultsOf(
      '.a {\n  white-space: nowrap;\n  color: color-mix(in srgb, var(--red) 4%, transparent);\n}\n'
    )
  ).toEqual([])
})

it('finds a second row beside the primitive, on its own or among others', () => {
  const fault = 'a.module.css: .row does not compose ui-row: compose it or rename it'
  expect(faultsOf('.row {\n  display: grid;\n}\n')).toEqual([fault])
  expect(faultsOf('.a,\n.row {\n  display: grid;\n}\n')).toEqual([fault])
  expect(faultsOf('.list .row:hover {\n  color: inherit;\n}\n')).toEqual([])
})

it('finds primitives that do not exist, and those that nothing uses', () => {
  expect(
    faultsOf('.a {\n  composes: ui-rows from global;\n}\n', '<p className="ui-nothing" />')
  ).toEqual([
    'a.module.css:2: there is no primitive ui-rows',
    'A.tsx:1: there is no primitive ui-nothing'
  ])
  expect(styleFaults([primitives], primitives.path)).toEqual([
    'primitives.css: nothing uses ui-row'
  ])
})

it('finds a size beside an element, but not geometry that was computed', () => {
  expect(faultsOf('', '<p style={{ width: 12 }} />')).toHaveLength(1)
  expect(faultsOf('', "<p style={{ left, width: '12px' }} />")).toHaveLength(1)
  expect(faultsOf('', '<p style={{ height: rows.height }} />')).toEqual([])
})
