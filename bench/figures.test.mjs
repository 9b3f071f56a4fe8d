import { expect, it } from 'vitest'
import { Figures } from './figures.mjs'

const FIRST_PAGE = { unit: 'ms', atMost: 150 }
const LOST = { unit: 'frames', atMost: 0, isMust: true }

function figuresOf(notes) {
  const figures = new Figures()
  for (const note of notes) figures.note(...note)
  return figures
}

it('has a line for each figure and a column for each build, with goals for the last one', () => {
  const figures = figuresOf([
    ['before', 'first page', FIRST_PAGE, 460],
    ['now', 'first page', FIRST_PAGE, 120],
    ['now', 'recorded', { unit: 's' }, 5.678],
    ['now', 'lost', LOST, 0]
  ])
  expect(figures.table(['before', 'now']).split('\n')).toEqual([
    '|  | before | now | wanted |  |',
    '| --- | --- | --- | --- | --- |',
    '| first page | 460 ms | 120 ms | at most 150 ms | reached |',
    '| recorded |  | 5.68 s |  |  |',
    '| lost |  | none | none | reached |'
  ])
})

it('judges times by the median of the rounds, and tasks and memory by the worst', () => {
  const rounds = (title, goal, values) => values.map((value) => ['now', title, goal, value])
  const figures = figuresOf([
    ...rounds('first page', FIRST_PAGE, [100, 900, 140]),
    ...rounds('longest task', { unit: 'task', atMost: 100 }, [0, 130, 60]),
    ...rounds('growth', { unit: 'MB', below: 300 }, [10, 300])
  ])
  expect(figures.table(['now']).split('\n').slice(2)).toEqual([
    '| first page | 140 ms (100 ms to 900 ms) | at most 150 ms | reached |',
    '| longest task | 130 ms (under 50 ms to 130 ms) | at most 100 ms | **missed** |',
    '| growth | 300 MB (10 MB to 300 MB) | below 300 MB | **missed** |'
  ])
})

it('tells what is missed from what must not be', () => {
  const figures = figuresOf([
    ['before', 'first page', FIRST_PAGE, 460],
    ['now', 'first page', FIRST_PAGE, 151],
    ['now', 'lost', LOST, 3]
  ])
  const page = 'first page: 151 ms, wanted at most 150 ms'
  expect(figures.missed('now')).toEqual([page, 'lost: 3, wanted none'])
  expect(figures.missed('now', { isMust: true })).toEqual(['lost: 3, wanted none'])
})
