// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { IpcResult } from '../../../../shared/ipc/ipc-wire'
import { WorkbenchErrorCode } from '../../../../shared/protocol/errors'
import {
  draftKey,
  newDraft,
  saveDraft,
  useDrafts,
  withJson,
  type Draft
} from '../../../stores/kept/drafts'
import { goTo } from '../../../stores/window/view'
import { fieldAt, setNatively } from '../../schema-form/form-testing'
import { ArgumentsPane } from './ArgumentsPane'
import { drawnTool, forgetAll, READY, SERVER, toolNamed, type Asked } from '../tool-testing'

const schema = {
  type: 'object',
  properties: { a: { type: 'string', minLength: 3 }, ['b\u202e']: { type: 'integer' } },
  required: ['a']
}
const tool = toolNamed('echo', schema)
const key = draftKey(SERVER.id, tool.name)
let place: HTMLElement

async function draw(draft?: Draft, of: Tool = tool, answer?: IpcResult): Promise<readonly Asked[]> {
  if (draft) saveDraft(key, draft)
  const pane = <ArgumentsPane server={SERVER} state={READY} tool={of} footer={null} />
  const made = await drawnTool(pane, answer)
  place = made.place
  return made.asked
}

beforeEach(forgetAll)

const button = (words: string): HTMLElement | undefined =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(words))

async function press(words: string): Promise<void> {
  await act(async () => button(words)?.click())
}

async function type(text: string): Promise<void> {
  const input = fieldAt(place, '/a')?.querySelector('textarea') as unknown as HTMLInputElement
  await act(async () => input.focus())
  await act(async () => setNatively(input, text))
}

const focused = (): string => document.activeElement?.textContent ?? ''
const isIn = (pointer: string): boolean =>
  fieldAt(place, pointer)?.contains(document.activeElement) === true
const isWriting = (): boolean => document.activeElement?.tagName === 'TEXTAREA'

describe('A tool without inputSchema', () => {
  it('says so once, and is called with no arguments', async () => {
    const asked = await draw(undefined, { name: 'bare' })
    expect(place.textContent).toContain(
      'No form: The tool has no inputSchema, which the protocol requires. It can be called with any arguments.'
    )
    expect(place.textContent).not.toContain('Not checked')
    await press('Call')
    expect(asked.find(({ route }) => route === 'call.start')?.input).toMatchObject({
      tool: 'bare',
      arguments: {}
    })
  })
})

describe('Problems of arguments', () => {
  it('lead to the first wrong field when a call was tried, and never while one writes', async () => {
    await draw()
    await press('Call')
    expect([isIn('/a'), button('Send anyway') !== undefined]).toEqual([true, true])
    await type('abc')
    expect([isWriting(), button('Call') !== undefined]).toEqual([true, true])
    await type('ab')
    expect([isWriting(), button('Send anyway'), place.textContent]).toEqual([
      true,
      undefined,
      expect.stringContaining('1 problem')
    ])
    await act(async () => button('Call')?.focus())
    await press('Call')
    expect(isIn('/a')).toBe(true)
  })

  it('lead to the list of them where the arguments are written as JSON', async () => {
    await draw({ ...withJson(newDraft({ a: 'x' }), '{"a":"x"}'), mode: 'json' })
    await press('Call')
    expect(focused()).toContain('1 problem')
  })

  it('are shown again before they are sent when they have become others', async () => {
    const asked = await draw(newDraft({ a: 'x' }))
    const calls = () => asked.filter(({ route }) => route === 'call.start')
    await press('Call')
    await act(async () => saveDraft(key, newDraft({ a: 'abc', ['b\u202e']: 'y' })))
    expect(button('Send anyway')).toBeUndefined()
    await press('Call')
    expect(calls()).toEqual([])
    await press('Send anyway')
    expect(calls()).toMatchObject([{ input: { isForced: true } }])
  })

  it('are also those that only main can know, and then the next try sends them', async () => {
    const hidden = toolNamed('echo', { properties: { a: { enum: ['•••', 'us-east-1'] } } })
    const findings = [{ pointer: '/a', keyword: 'enum', message: 'It is none of these.' }]
    const details = { findings, isCut: false }
    const error = { code: WorkbenchErrorCode.UnfitArguments, message: 'They do not fit.', details }
    const asked = await draw(newDraft({ a: 'eu-west-1' }), hidden, { ok: false, error })
    await press('Call')
    expect(place.querySelector('[aria-label="Problems"]')?.textContent).toMatch(
      /1 problem: the schema forbids this.*none of these/
    )
    expect(isIn('/a')).toBe(true)
    await press('Send anyway')
    expect(asked.map(({ input }) => input['isForced'])).toEqual([undefined, true])
    await act(async () => saveDraft(key, newDraft({ a: 'us-east-1' })))
    expect(place.querySelector('[aria-label="Problems"]')).toBeNull()
  })

  it('are not told of what was there before the JSON became unreadable', async () => {
    await draw({ ...withJson(newDraft({ a: 'x' }), '{"a":'), mode: 'form' })
    expect(place.textContent).toContain('This is not JSON')
    expect(place.querySelector('[aria-label="Problems"]')).toBeNull()
  })
})

describe('Arguments that stand for a hidden value', () => {
  const DOTS = 'This stands for a hidden value; the three dots themselves would be sent.'
  const sent = (asked: readonly Asked[]) => asked.map(({ route, input }) => [route, input])
  const problems = () => place.querySelector('[aria-label="Problems"]')?.textContent

  it('are a problem at their field and in the summary, and can be sent anyway', async () => {
    const asked = await draw(newDraft({ a: 'Bearer •••' }))
    expect(fieldAt(place, '/a')?.textContent).toContain(DOTS)
    expect(problems()).toMatch(/^1 problem\. It can be sent all the same\..*\/a.*three dots/)
    await press('Call')
    expect([isIn('/a'), asked]).toEqual([true, []])
    await press('Send anyway')
    const wanted = { serverId: SERVER.id, tool: 'echo', arguments: { a: 'Bearer •••' } }
    expect(sent(asked)).toEqual([['call.start', wanted]])
  })

  it('are told of beside what the schema forbids', async () => {
    const asked = await draw(newDraft({ a: '•••', ['b\u202e']: 'x' }))
    expect(problems()).toContain('2 problems: the schema forbids this')
    await press('Call')
    await press('Send anyway')
    expect(asked).toMatchObject([{ input: { isForced: true } }])
  })

  it('are not judged by a schema of which something is hidden', async () => {
    const hidden = toolNamed('echo', { properties: { a: { enum: ['•••', 'us-east-1'] } } })
    const asked = await draw(newDraft({ a: 'eu-west-1' }), hidden)
    expect(place.textContent).toContain('Not checked against the schema. It holds a hidden value')
    expect(problems()).toBeUndefined()
    await press('Call')
    expect(asked).toMatchObject([{ input: { arguments: { a: 'eu-west-1' } } }])
    expect(asked[0]?.input).not.toHaveProperty('isForced')
  })

  it('are a problem in _meta too, which is shown then', async () => {
    const asked = await draw({ ...newDraft({ a: 'abc' }), meta: '{"key":"•••"}' })
    const calls = () => asked.filter(({ route }) => route === 'call.start')
    await press('Call')
    expect([place.querySelector('[aria-label="Options"]')?.textContent, calls()]).toEqual([
      expect.stringContaining(DOTS),
      []
    ])
    await press('Send anyway')
    expect(calls()).toMatchObject([{ input: { meta: { key: '•••' } } }])
  })
})

describe('A tool that runs only as a task', () => {
  const taskOnly = { ...tool, inputSchema: {}, execution: { taskSupport: 'required' } }
  const canRunTasks = { tasks: { requests: { tools: { call: {} } } } }
  const drawTask = async (capabilities: Readonly<Record<string, unknown>>) => {
    const state = { ...READY, capabilities } as typeof READY
    const pane = <ArgumentsPane server={SERVER} state={state} tool={taskOnly} footer={null} />
    const made = await drawnTool(pane)
    place = made.place
    return made.asked
  }
  const sendKey = () =>
    act(async () => {
      const init = { key: 'Enter', ctrlKey: true, bubbles: true }
      place.dispatchEvent(new KeyboardEvent('keydown', init))
    })

  it('cannot be called, says why, and can be sent anyway', async () => {
    const asked = await drawTask(canRunTasks)
    expect(place.textContent).toContain('runs only as a task, and Patchbay cannot run tasks yet')
    expect((button('Call') as HTMLButtonElement).disabled).toBe(true)
    await sendKey()
    expect(asked).toEqual([])
    await press('Send anyway')
    expect(asked.map(({ route }) => route)).toEqual(['call.start'])
  })

  it('is called like any other where the server does not declare tasks', async () => {
    const asked = await drawTask({})
    await sendKey()
    expect(asked.map(({ route }) => route)).toEqual(['call.start'])
  })

  it('is not called by the keys once another tool is chosen', async () => {
    const asked = await drawTask({})
    goTo(SERVER.id, { tool: 'another' })
    await sendKey()
    expect(asked).toEqual([])
    goTo(SERVER.id, { tool: taskOnly.name })
    await sendKey()
    expect(asked.map(({ route }) => route)).toEqual(['call.start'])
  })
})

describe('What is half written in a field', () => {
  const scraps = { '/b\u202e': '{', '/gone/x': '[' }

  it('is named in visible characters, and can be gone to and given up', async () => {
    await draw({ ...newDraft({ a: 'abc' }), scraps })
    expect(place.querySelector('[role="status"]')?.textContent).toContain('U+202E')
    await press('Go to it')
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('{')
    await press('Discard it')
    expect(useDrafts.getState().drafts[key]?.scraps).toEqual({ '/gone/x': '[' })
    await press('Discard it')
    expect([useDrafts.getState().drafts[key]?.scraps, button('Discard it')]).toEqual([
      {},
      undefined
    ])
  })
})
