import { expect, it } from 'vitest'
import { namesById, nameWithScope, serverNames } from './server-names'

const USER = { id: 'user:big', name: 'big' }
const PROJECT = { id: 'project:0123456789ab:big', name: 'big' }
const OTHER_PROJECT = { id: 'project:ba9876543210:big', name: 'big' }

it('leaves a name that one server has as it is', () => {
  expect(namesById([USER, { id: 'user:small', name: 'small' }])).toEqual({
    'user:big': 'big',
    'user:small': 'small'
  })
})

it('puts the scope behind a name that two servers have', () => {
  expect(Object.values(namesById([USER, PROJECT]))).toEqual(['big · user', 'big · project'])
})

it('tells servers of the command line and the built-in one from those of a file', () => {
  const servers = [
    { id: 'big', name: 'big' },
    USER,
    { id: 'demo', name: 'demo' },
    { id: 'local:0123456789ab:demo', name: 'demo' }
  ]
  expect(Object.values(namesById(servers))).toEqual([
    'big · command line',
    'big · user',
    'demo · built-in',
    'demo · local'
  ])
})

it('tells servers of two projects apart by their folders', () => {
  expect(Object.values(namesById([USER, PROJECT, OTHER_PROJECT]))).toEqual([
    'big · user',
    'big · project 0123',
    'big · project ba98'
  ])
})

it('names a server that is not known any more beside the one that has its name now', () => {
  expect(serverNames([PROJECT])(USER)).toBe('big · user')
})

it('leaves a name that has its scope already as it is', () => {
  const shown = { ...USER, name: nameWithScope(USER) }
  expect(serverNames([USER, PROJECT])(shown)).toBe('big · user')
})

it('takes the whole id of a server whose id says nothing about a scope', () => {
  const servers = [
    { id: 'one', name: 'big' },
    { id: 'two', name: 'big' }
  ]
  expect(Object.values(namesById(servers))).toEqual(['big · one', 'big · two'])
})
