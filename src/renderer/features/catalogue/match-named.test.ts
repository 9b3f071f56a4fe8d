import { describe, expect, it } from 'vitest'
import { excerptOf, matchNamed } from './match-named'

const tools = [
  { name: 'list_files', description: 'Lists what a folder holds.' },
  { name: 'files_list' },
  { name: 'profiles' },
  { name: 'readFile', title: 'Read a document' },
  { name: 'send', description: 'Sends a file to somebody.' },
  { name: 'file' }
]

function found(filter: string): readonly string[] {
  return matchNamed(tools, filter).map(({ name }) => name)
}

describe('the filter', () => {
  it('puts names that begin with it first, then words, parts and descriptions', () => {
    expect(found('file')).toEqual([
      'file',
      'files_list',
      'list_files',
      'readFile',
      'profiles',
      'send'
    ])
  })

  it('finds a tool only when every word occurs somewhere', () => {
    expect(found('read doc')).toEqual(['readFile'])
    expect(found('read nothing')).toEqual([])
  })

  it('keeps the order of the server when it is empty', () => {
    expect(found('  ')).toEqual(tools.map(({ name }) => name))
  })

  it('shows why it found what the name does not tell', () => {
    const send = { name: 'send', description: 'Sends a file to somebody.' }
    expect(excerptOf(send, ['somebody'])).toBe('…to somebody.')
    expect(excerptOf(send, ['send'])).toBeUndefined()
    expect(excerptOf({ name: 'x', title: 'Read a document' }, ['doc'])).toBe('Read a document')
  })
})
