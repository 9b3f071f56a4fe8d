import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments'

const read = (line: string) => readArguments(line.split(' ').filter(Boolean))

describe('readArguments', () => {
  it('reads a call', () => {
    expect(read('call demo echo --args {"message":"hi"} --json --timeout 500')).toEqual({
      command: 'call',
      isJson: true,
      server: 'demo',
      tool: 'echo',
      args: { message: 'hi' },
      timeoutMs: 500
    })
  })

  it('shows help when asked, and knows when nothing was asked', () => {
    expect([read('help'), read('call --help')]).toEqual(Array(2).fill({ command: 'help' }))
    expect(read('')).toEqual({ command: 'none' })
  })

  it.each([
    ['fly', /no command "fly"/],
    ['tools', /patchbay tools <server>/],
    ['tools a b', /patchbay tools <server>/],
    ['call demo', /patchbay call <server> <tool>/],
    ['call demo echo --args {', /--args is not JSON/],
    ['call demo echo --args [1]', /has to be a JSON object/],
    ['call demo echo --timeout soon', /number of milliseconds/],
    ['call demo echo --timeout -1', /timeout/],
    ['servers --wrong', /--wrong/]
  ])('refuses "%s" and says why', (line, why) => {
    expect(() => read(line)).toThrow(why)
  })
})
