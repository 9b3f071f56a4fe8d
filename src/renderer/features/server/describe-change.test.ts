import { expect, it } from 'vitest'
import type { OutsideChange } from '../../../shared/servers/configuration'
import { describeChange } from './describe-change'

function change(path: string, servers: OutsideChange['servers']): OutsideChange {
  return { id: 1, scope: 'user', path, time: 0, servers, renames: [], before: '', after: '' }
}

it('counts what was added, changed and removed', () => {
  const servers = [
    { name: 'a', change: 'changed' },
    { name: 'b', change: 'added' },
    { name: 'c', change: 'changed' }
  ] as const
  expect(describeChange(change('/home/me/.mcp.json', servers))).toBe(
    '.mcp.json was changed by another program: 1 added, 2 changed.'
  )
})

it('says so when only the text is different', () => {
  expect(describeChange(change('C:\\Users\\me\\mcp.json', []))).toBe(
    'mcp.json was changed by another program. No server is different.'
  )
})
