import { expect, it } from 'vitest'
import { readOptions } from './options.mjs'

it('measures everything of this build, and writes the table, when nothing is said', () => {
  expect(readOptions([])).toEqual({
    rounds: 9,
    longRounds: 3,
    frames: 1_000_000,
    parts: ['start', 'command', 'wire', 'memory', 'window', 'flood'],
    isShort: false,
    isWritten: true
  })
})

it('measures another build beside this one', () => {
  expect(readOptions(['--against', 'HEAD~3', '--rounds', '5'])).toMatchObject({
    against: 'HEAD~3',
    rounds: 5,
    longRounds: 5,
    isWritten: true
  })
})

it('leaves out what takes minutes, and the file, in its short form', () => {
  expect(readOptions(['--short'])).toEqual({
    rounds: 3,
    longRounds: 1,
    frames: 10_000,
    parts: ['start', 'command', 'wire'],
    isShort: true,
    isWritten: false
  })
})

it('floods with as many frames as it is told', () => {
  const given = ['--only', 'flood', '--frames', '10000000']
  expect(readOptions(given)).toMatchObject({ parts: ['flood'], frames: 10_000_000 })
})

it('writes the table without the parts that have tables of their own', () => {
  expect(readOptions(['--only', 'start,command,wire']).isWritten).toBe(true)
})

it('does not write a table of some of its lines', () => {
  expect(readOptions(['--only', 'wire'])).toMatchObject({ parts: ['wire'], isWritten: false })
})

it.each([
  ['a part that is none', ['--only', 'wire,foo'], 'There is no part "foo".'],
  ['rounds that are no number', ['--rounds', 'many'], '--rounds takes a number, not "many".'],
  ['frames that are no number', ['--frames', 'all'], '--frames takes a number, not "all".'],
  ['no rounds', ['--rounds', '0'], '--rounds takes a number, not "0".'],
  ['an option that is none', ['--aginst', 'x'], "Unknown option '--aginst'"]
])('refuses %s', (_what, argv, problem) => {
  expect(() => readOptions(argv)).toThrow(problem)
})
