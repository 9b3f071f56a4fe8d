// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../shared/calls/exchange'
import { ServerId } from '../../../shared/protocol/ids'
import type { Bridge } from '../../../shared/ipc/ipc-wire'
import { drawn } from '../../testing'
import { ExchangeFailure } from './ExchangeFailure'

const asked: unknown[] = []

/** Main as it answers about a frame that holds an error with much data. */
const patchbay: Bridge = {
  request: async (route, inputJson) => {
    asked.push([route, JSON.parse(inputJson)])
    const value = { code: -32000, message: 'Broken', data: { rows: ['the first of many'] } }
    const cuts = [{ pointer: '/data/rows', kind: 'list', shown: 1, total: 90_000 }]
    return JSON.stringify({ ok: true, value: { value, cuts, totalChars: 9_000_000 } })
  },
  on: () => () => undefined,
  pathOf: () => ''
}

beforeEach(() => {
  asked.length = 0
  Object.assign(window, { patchbay })
})

async function shown(exchange: Pick<Exchange, 'outcome' | 'answerSeq'>): Promise<HTMLElement> {
  const place = await drawn(
    <ExchangeFailure {...exchange} serverId={ServerId.parse('demo')} asked="resource" />
  )
  await act(async () => undefined)
  return place
}

describe('an error answer of a resource or a prompt', () => {
  it('is not explained by a schema that resources do not have', async () => {
    const error = { code: -32602, message: 'Invalid URI' }
    const place = await shown({ outcome: { kind: 'error', error } })
    expect(place.textContent).toContain('see whether a variable of it is left out')
    expect(place.textContent).not.toContain('schema')
  })

  it('shows the beginning of data that is too large to be passed on, by where it is kept', async () => {
    const error = { code: -32000, message: 'Broken' }
    const place = await shown({ outcome: { kind: 'error', error, isHeld: true }, answerSeq: 7 })
    expect(asked).toEqual([['body.outline', { ref: { seq: 7 }, pointer: '' }]])
    expect(place.querySelector('[aria-label="Data of the error"]')).not.toBeNull()
    expect(place.textContent).toContain('Long parts of it are cut here.')
    expect(place.querySelector('[role="alert"]')?.textContent).toContain('Broken')
  })

  it('shows data that came with it, and asks for nothing', async () => {
    const error = { code: -32002, message: 'Not there', data: { uri: 'file:///nowhere' } }
    const place = await shown({ outcome: { kind: 'error', error }, answerSeq: 7 })
    expect(asked).toEqual([])
    expect(place.querySelector('[aria-label="Data of the error"]')).not.toBeNull()
  })
})
