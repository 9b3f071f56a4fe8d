import { expect, it } from 'vitest'
import { median, tableOf, withMeasured } from './table.mjs'

const START = {
  title: 'start',
  base: 'bare window',
  times: {
    'bare window': [400, 600, 500],
    before: [1_000, 900, 1_100],
    'this build': [600, 700, 650]
  },
  wanted: 1.3
}

it('compares medians with those of the base, and says which goals are reached', () => {
  const call = {
    title: 'one call',
    base: 'raw pipe',
    times: { 'raw pipe': [0.05], 'SDK client': [0.1], 'this build': [0.11] },
    wanted: 'SDK client'
  }
  expect(tableOf([START, call], ['SDK client', 'before', 'this build']).split('\n')).toEqual([
    '|  | compared with | SDK client | before | this build | wanted |  |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| start | bare window, 500 ms |  | 2.00x | 1.30x | at most 1.3x | reached |',
    '| one call | raw pipe, 0.050 ms | 2.00x |  | 2.20x | no slower than SDK client | **missed** |'
  ])
})

it('says nothing about a goal where there is none', () => {
  const { wanted: _wanted, ...free } = START
  expect(tableOf([free], ['this build']).split('\n')[2]).toBe(
    '| start | bare window, 500 ms | 1.30x |  |  |'
  )
})

it('takes the value in the middle, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5)
})

it('changes only the marked part of a document', () => {
  const begin = '<!-- measured: written by npm run bench, not by hand -->'
  const end = '<!-- end of what was measured -->'
  const document = `above\n\n${begin}\n\nold\n\n${end}\n\nbelow\n`
  expect(withMeasured(document, 'new')).toBe(`above\n\n${begin}\n\nnew\n\n${end}\n\nbelow\n`)
})

it('refuses a document without the marks', () => {
  expect(() => withMeasured('above\n', 'new')).toThrow('There is no part for the table')
})
