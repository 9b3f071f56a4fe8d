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

it('never calls two servers the same', () => {
  const servers = [
    USER,
    PROJECT,
    { id: 'project:0123456789ab:big · user', name: 'big · user' },
    { id: 'user:big · project', name: 'big · project' },
    { id: 'big · command line', name: 'big · command line' },
    { id: 'big', name: 'big' },
    { id: 'user', name: 'big' },
    { id: 'project:012366666666:big', name: 'big' }
  ]
  const names = namesById(servers)
  expect(Object.values(names)).toEqual([
    'big · user (user:big)',
    'big · project 0123 (project:0123456789ab:big)',
    'big · user · project',
    'big · project · user',
    'big · command line · command line',
    'big · command line',
    'big · user (user)',
    'big · project 0123 (project:012366666666:big)'
  ])
  const nameOf = serverNames(servers)
  for (const [id, name] of Object.entries(names)) expect(nameOf({ id, name })).toBe(name)
})

it('puts the scope behind a name that looks as if it had one', () => {
  const server = { id: 'project:0123456789ab:files · user', name: 'files · user' }
  expect(serverNames([])(server)).toBe('files · user · project')
})

it('takes the whole id of a server whose id says nothing about a scope', () => {
  const servers = [
    { id: 'one', name: 'big' },
    { id: 'two', name: 'big' }
  ]
  expect(Object.values(namesById(servers))).toEqual(['big · one', 'big · two'])
})
