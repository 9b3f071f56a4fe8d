import { describe, expect, it } from 'vitest'
import { ServerId } from './ids'
import { movedKey } from './moved-key'

const files = ServerId.parse('user:files')
const archive = ServerId.parse('user:archive')

describe('a key of something that belongs to a server', () => {
  it('names the server by its new id, and the rest as it was', () => {
    const key = JSON.stringify(['tool', files, 'user:files'])
    expect(movedKey(key, files, archive)).toBe(JSON.stringify(['tool', archive, 'user:files']))
    expect(movedKey(JSON.stringify([files, 'a"b']), files, archive)).toBe(
      JSON.stringify([archive, 'a"b'])
    )
  })

  it('is left alone when it belongs to another server, or is no key of this kind', () => {
    const others = [
      JSON.stringify(['tool', 'user:files 2', 'read']),
      JSON.stringify(['tool', 'user:other', 'user:files']),
      JSON.stringify([files]),
      '[not JSON',
      'user:files'
    ]
    expect(others.map((key) => movedKey(key, files, archive))).toEqual(others.map(() => undefined))
  })
})
