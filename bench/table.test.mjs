import { expect, it } from 'vitest'
import { median } from './median.mjs'
import { tableOf, withMeasured } from './table.mjs'

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

it('changes only the part of a document that is marked with its name', () => {
  const [begin, end] = ['<!-- flood: written by its run, not by hand -->', '<!-- end of flood -->']
  const soak = '<!-- soak: written by its run, not by hand -->\n\nkept\n\n<!-- end of soak -->'
  const document = (text) => `${soak}\n\nabove\n\n${begin}\n\n${text}\n\n${end}\n\nbelow\n`
  expect(withMeasured(document('old'), 'flood', 'new')).toBe(document('new'))
})

it('refuses a document without the marks', () => {
  expect(() => withMeasured('above\n', 'flood', 'new')).toThrow('There is no part for the table')
})
