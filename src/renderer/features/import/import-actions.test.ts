// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import type { ImportedServer, ImportReport } from '../../../shared/servers/configuration'
import type { IpcResult } from '../../../shared/ipc/ipc-wire'
import { applyImport, chooseFile, chooseScope, importText, lookAround } from './import-actions'
import { editServer, emptyImport, useImport } from './import-state'

type Asked = {
  readonly route: string
  readonly input: unknown
  readonly answer: (result: IpcResult) => void
}

/** What main was asked, in order; it answers when the test says so. */
let asked: Asked[]

beforeEach(() => {
  asked = []
  useImport.setState(emptyImport(), true)
  const request = (route: string, inputJson: string): Promise<string> =>
    new Promise((resolve) => {
      const answer = (result: IpcResult): void => resolve(JSON.stringify(result))
      asked.push({ route, input: JSON.parse(inputJson), answer })
    })
  Object.assign(window, { patchbay: { request, on: () => () => {}, pathOf: () => '' } })
})

function found(name: string): ImportReport {
  const server: ImportedServer = {
    key: '0.0',
    name,
    status: 'new',
    what: 'node a.js',
    text: '{}',
    faults: [],
    notes: [],
    warnings: [],
    secretFields: []
  }
  return { files: [{ title: 'Cursor', origin: 'cursor', servers: [server] }], absent: [] }
}

function nameShown(): string | undefined {
  return useImport.getState().report?.files[0]?.servers[0]?.name
}

it('shows the last look when an earlier one is answered late', async () => {
  lookAround()
  importText('{}')
  asked[1]?.answer({ ok: true, value: found('pasted') })
  await vi.waitFor(() => expect(nameShown()).toBe('pasted'))
  asked[0]?.answer({ ok: true, value: found('scanned') })
  await new Promise((done) => setTimeout(done))
  expect([nameShown(), useImport.getState().isLoading]).toEqual(['pasted', false])
})

it('keeps what was ticked and named when the scope changes', async () => {
  lookAround()
  asked[0]?.answer({ ok: true, value: found('a') })
  await vi.waitFor(() => expect(nameShown()).toBe('a'))
  editServer('0.0', { name: 'mine' })
  chooseScope('local')
  asked[1]?.answer({ ok: true, value: found('a') })
  await vi.waitFor(() => expect(useImport.getState().isLoading).toBe(false))
  expect(useImport.getState().edits).toEqual({ '0.0': { name: 'mine' } })
  expect(asked[1]).toMatchObject({ route: 'import.scan', input: { scope: 'local' } })
})

it('loses nothing when the import is refused', async () => {
  editServer('0.0', { name: 'mine' })
  const applied = applyImport([{ key: '0.0', name: 'mine' }], true)
  asked[0]?.answer({ ok: false, error: { code: 'STORAGE', message: 'The disk is full.' } })
  await applied
  expect(useImport.getState()).toMatchObject({
    problem: 'The disk is full.',
    isLoading: false,
    edits: { '0.0': { name: 'mine' } }
  })
  expect(useImport.getState().imported).toBeUndefined()
})

it('looks again after an import, so that what was taken over is no longer new', async () => {
  const applied = applyImport([{ key: '0.0', name: 'a' }], false)
  asked[0]?.answer({ ok: true, value: ['user:a'] })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.answer({ ok: true, value: found('a') })
  await applied
  expect(asked.map(({ route }) => route)).toEqual(['import.apply', 'import.scan'])
  expect(useImport.getState()).toMatchObject({ imported: ['user:a'], isLoading: false })
})

it('leaves everything as it is when the person chooses no file', async () => {
  lookAround()
  asked[0]?.answer({ ok: true, value: found('a') })
  await vi.waitFor(() => expect(nameShown()).toBe('a'))
  const chosen = chooseFile()
  asked[1]?.answer({ ok: true, value: null })
  await chosen
  expect([nameShown(), useImport.getState().source]).toEqual(['a', { kind: 'scan' }])
})
