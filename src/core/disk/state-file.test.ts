import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../time/fake-clock'
import { StateFile, type Loss, type StateFileOptions } from './state-file'

const schema = z.object({ width: z.number().default(0), names: z.array(z.string()).default([]) })
type Content = z.output<typeof schema>
const fresh = () => join(mkdtempSync(join(tmpdir(), 'patchbay-')), 'deep', 'window.json')

function open(path: string, options: Partial<StateFileOptions<Content>> = {}) {
  const losses: Loss[] = []
  const onLoss = (loss: Loss): void => void losses.push(loss)
  return { file: new StateFile(path, schema, { clock: fakeClock(), onLoss, ...options }), losses }
}

/** A file that holds this, as somebody else has left it. */
function written(text: string): string {
  const path = fresh()
  open(path).file.update(() => ({ width: 7, names: [] }))
  writeFileSync(path, text)
  return path
}

const namesIn = (path: string): readonly string[] => readdirSync(dirname(path)).sort()

describe('StateFile', () => {
  it('reads back what it wrote, for the person only', () => {
    const path = fresh()
    open(path).file.update(() => ({ width: 7, names: ['a'] }))
    expect(open(path).file.read()).toEqual({ width: 7, names: ['a'] })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(namesIn(path)).toEqual(['window.json'])
  })

  it.each(['', ' \n', '{"width":', '[]', 'null', '\u0000\u0000\u0000'])(
    'keeps a file that holds %j under another name, tells it once, and begins anew',
    (text) => {
      const path = written(text)
      const { file, losses } = open(path)
      expect([file.read(), file.read()]).toEqual([undefined, undefined])
      expect(losses).toMatchObject([{ lost: 'all' }])
      const [{ message = '', path: copy = '' } = {}] = losses
      expect(message).toContain(copy)
      expect(readFileSync(copy, 'utf8')).toBe(text)
      file.update(() => ({ width: 8, names: [] }))
      expect(open(path).file.read()).toEqual({ width: 8, names: [] })
      expect(namesIn(path)).toHaveLength(2)
    }
  )

  it('keeps what it understands of a file, and the whole under another name', () => {
    const text = '{"width":"wide","names":["a",1,"b"],"mood":"good"}'
    const path = written(text)
    const { file, losses } = open(path)
    expect(file.read()).toEqual({ width: 0, names: ['a', 'b'] })
    expect(losses).toMatchObject([
      {
        message: expect.stringContaining('"width", a part of "names"') as string,
        lost: [
          { field: 'width', isWhole: true },
          { field: 'names', isWhole: false }
        ]
      }
    ])
    expect(readFileSync(losses[0]?.path ?? '', 'utf8')).toBe(text)
    const next = open(path)
    expect([next.file.read(), next.losses]).toEqual([{ width: 0, names: ['a', 'b'] }, []])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ mood: 'good' })
  })

  it('writes again what only a newer version knows', () => {
    const path = written('{"width":7,"version":99,"mood":{"is":"good"}}')
    const { file, losses } = open(path)
    file.update((before) => ({ names: [], ...before, width: 8 }))
    expect(losses).toEqual([])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      width: 8,
      names: [],
      version: 99,
      mood: { is: 'good' }
    })
  })

  it('leaves a damaged file alone when it only reads, and names the copy when it writes', () => {
    const text = '{"width":"wide"'
    const path = written(text)
    const { file, losses } = open(path, { isReader: true })
    expect(file.read()).toBeUndefined()
    expect([namesIn(path), readFileSync(path, 'utf8')]).toEqual([['window.json'], text])
    expect(losses).toMatchObject([{ path }])
    file.update(() => ({ width: 1, names: [] }))
    const [, name = ''] = namesIn(path)
    const copy = join(dirname(path), name)
    expect(readFileSync(copy, 'utf8')).toBe(text)
    const message = `${path} was replaced. The previous file is kept as ${copy}.`
    expect(losses).toMatchObject([{ path }, { message, path: copy, lost: 'all' }])
  })

  it('knows in the next run, too, what holds after a loss', () => {
    const path = written('{')
    const repaired = (): Content => ({ width: -1, names: ['lost'] })
    expect(open(path, { repaired }).file.read()).toEqual({ width: -1, names: ['lost'] })
    expect(open(path).file.read()).toEqual({ width: -1, names: ['lost'] })
    writeFileSync(path, '{')
    const reader = open(path, { repaired, isReader: true }).file
    expect(reader.read()).toEqual({ width: -1, names: ['lost'] })
  })

  it('loses no copy to another of the same moment', () => {
    const path = written('first')
    const clock = fakeClock()
    open(path, { clock }).file.read()
    writeFileSync(path, 'second')
    open(path, { clock }).file.read()
    const copies = namesIn(path).map((name) => readFileSync(join(dirname(path), name), 'utf8'))
    expect(copies.sort()).toEqual(['first', 'second'])
  })

  it('says which file it could not write', () => {
    const { file } = open('/dev/null/window.json')
    expect(() => file.update(() => ({ width: 1, names: [] }))).toThrow(/\/dev\/null/)
  })
})
