import { describe, expect, it } from 'vitest'
import { argumentsIn, readArgumentsFile } from './pasted-arguments'

describe('arguments from elsewhere', () => {
  it('are a JSON object as it is', () => {
    expect(argumentsIn(' {"name":"x","arguments":"y"}\n')).toEqual({
      args: { name: 'x', arguments: 'y' }
    })
  })

  it('are taken out of a frame or a call', () => {
    const params = { name: 'add', arguments: { a: 1 }, _meta: { progressToken: 1 } }
    const frame = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    expect(argumentsIn(JSON.stringify(frame))).toEqual({ args: { a: 1 } })
    expect(argumentsIn('{"name":"add","arguments":{"a":1}}')).toEqual({ args: { a: 1 } })
  })

  it('stay whole when they only look a little like a call', () => {
    const args = { name: 'add', arguments: { a: 1 }, more: true }
    expect(argumentsIn(JSON.stringify(args))).toEqual({ args })
  })

  it('come from a file of text, and nothing else', async () => {
    expect(await readArgumentsFile(new File(['{"a":1}'], 'a.json'))).toEqual({ args: { a: 1 } })
    const problems = await Promise.all(
      [new Uint8Array([0xff, 0xfe]), '{"a":1,}', 'x'.repeat(1_000_001)].map((content) =>
        readArgumentsFile(new File([content], 'a.json'))
      )
    )
    expect(problems.map((read) => ('problem' in read ? read.problem : 'none'))).toEqual([
      'It is not a text in UTF-8.',
      'This is not JSON: line 1, column 8. There is } where a name in double quotes has to be.',
      'It is larger than 1 MB.'
    ])
  })
})
