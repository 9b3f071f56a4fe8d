import { expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { lookAlikesAmong, outlineOf } from './look-alikes'

it.each([
  ['files', 'Files'],
  ['files', 'fi1es'],
  ['files', 'f\u0456les'],
  ['github', 'git hub'],
  ['github', 'git-hub'],
  ['github', 'git\u200bhub'],
  ['modem', 'rnodem'],
  ['google', 'g00gle'],
  ['payments', 'p\u0430yments'],
  ['files', '\uff46iles']
])('takes %j and %j for each other', (name, other) => {
  expect(lookAlikesAmong([name, 'unlike', other])(name)).toEqual([
    { kind: 'look-alike', message: `Its name looks like that of another server: ${other}.` }
  ])
})

it.each([
  ['files', 'files'],
  ['files', 'file'],
  ['files-2', 'files-3'],
  ['天気', '地図'],
  ['!', '?']
])('tells %j from %j', (name, other) => {
  expect(lookAlikesAmong([name, other])(name)).toEqual([])
})

it('sees no difference of case, blanks and dashes in any name', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{1,30}$/), (name) => {
      expect(outlineOf(` ${[...name].join('-').toUpperCase()} `)).toBe(outlineOf(name))
    })
  )
})
