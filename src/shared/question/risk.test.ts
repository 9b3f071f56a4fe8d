import { describe, expect, it } from 'vitest'
import fc from '../json/properties-testing'
import { RISK_LEVELS } from './inbox'
import { levelOf, riskOfAction, riskOfTool } from './risk'

const properties = (...names: string[]) => ({
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) }
})

const typed = (of: object) => ({ inputSchema: { type: 'object', properties: of } })

describe('the risk of a tool', () => {
  it.each([
    ['get_weather', {}, 'low'],
    ['listFiles', {}, 'low'],
    ['update_note', {}, 'medium'],
    ['delete_note', {}, 'high'],
    ['get_and_delete', {}, 'high'],
    ['frobnicate', {}, 'high'],
    ['query', properties('sql'), 'high'],
    ['get_error', typed({ code: { type: 'integer' } }), 'low'],
    ['get_error', typed({ code: { type: ['integer', 'null'] } }), 'low'],
    ['get_error', typed({ code: { type: ['integer', 'string'] } }), 'high'],
    ['get_error', typed({ code: { anyOf: [{ type: 'integer' }, {}] } }), 'high'],
    ['get_file', properties('path', 'content'), 'medium'],
    ['get-env', {}, 'medium'],
    ['read_secrets', {}, 'medium'],
    ['env_delete', {}, 'high']
  ])('is found in names and arguments: %s', (name, more, level) => {
    expect(riskOfTool({ name, ...more }).level).toBe(level)
  })

  it('is raised by what the server says, and never lowered', () => {
    const readOnly = { readOnlyHint: true, destructiveHint: false }
    expect(riskOfTool({ name: 'delete_note', annotations: readOnly }).level).toBe('high')
    expect(riskOfTool({ name: 'get_note', annotations: { destructiveHint: true } })).toEqual({
      level: 'high',
      reasons: ['The server says that it destroys.']
    })
  })
})

describe('the risk of an action', () => {
  it('is at least what the server claims, and high where that is not known', () => {
    const read = (claimed: unknown) => riskOfAction('read_file', [{}], claimed)
    expect([
      read('low'),
      read('medium'),
      read('high'),
      read('harmless'),
      read(undefined)
    ]).toMatchObject(['low', 'medium', 'high', 'high', 'high'].map((level) => ({ level })))
    expect(read('harmless').claimed).toBe('harmless')
  })

  it('is high where something in it cannot be seen, wherever that is', () => {
    const hidden = ['read\u202eelif', 'read_file', 'read_file']
    const details = [{}, { path: '/tmp/a\u200b' }, { 'pa\u2060th': '/tmp' }]
    expect(hidden.map((action, index) => riskOfAction(action, [details[index]], 'low').level)) //
      .toEqual(['high', 'high', 'high'])
    expect(riskOfAction('read_file', [{ text: 'two\nlines\tand more' }], 'low').level).toBe('low')
    expect(riskOfTool({ name: 'get\u200b_weather' }).level).toBe('high')
  })

  it('is not hidden by a claim that it is low', () => {
    const details = { path: '/etc/config.yml', content: '…' }
    expect(riskOfAction('file_write', [details], 'low')).toEqual({
      level: 'high',
      reasons: ['It names /etc, where much depends on it.'],
      claimed: 'low'
    })
  })

  it.each([
    ['a line of its own', 'first\n/etc/passwd'],
    ['an address', 'file:///etc/passwd'],
    ['a way up', '../../etc/passwd'],
    ['a command', 'cat</etc/passwd'],
    ['the keys of somebody', '/home/ada/.ssh/id_rsa'],
    ['the folder of Windows', 'C:\\Windows\\System32'],
    ['the end of much else', `${'x'.repeat(30_000)} /etc/passwd`]
  ])('is high where much depends on a place that is named in %s', (_what, path) => {
    expect(riskOfAction('read_file', [{ path }], 'low').level).toBe('high')
  })

  it.each(['/srv/etcetera', '/home/ada/notes', 'process.env', 'src/bin/tool.ts'])(
    'is not high because of a place like %s',
    (path) => {
      expect(riskOfAction('read_file', [{ path }], 'low').level).toBe('low')
    }
  )

  it('never falls when the server claims something', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.json(),
        fc.constantFrom(...RISK_LEVELS),
        (action, json, claim) => {
          const details: unknown = JSON.parse(json)
          const lowest = riskOfAction(action, [details], 'low')
          const claimed = riskOfAction(action, [details], claim)
          expect(levelOf(claimed)).toBeGreaterThanOrEqual(levelOf(lowest))
          expect(levelOf(claimed)).toBeGreaterThanOrEqual(RISK_LEVELS.indexOf(claim))
        }
      )
    )
  })
})
