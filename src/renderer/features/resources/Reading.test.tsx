// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import { goTo, useView, wantArguments } from '../../stores/window/view'
import { drawn } from '../../testing'
import { Reading } from './Reading'

const demo = 'demo' as ServerId

beforeEach(() => useView.setState(useView.getInitialState(), true))

async function focusedAfterEnter(): Promise<string | null | undefined> {
  await drawn(<Reading serverId={demo} state={{ phase: 'idle' }} uri="demo://one" />)
  await act(async () => wantArguments())
  return document.activeElement?.getAttribute('aria-label')
}

describe('Reading', () => {
  it('takes the cursor of someone who chose the resource by keyboard', async () => {
    goTo(demo, { resource: 'demo://one' })
    expect(await focusedAfterEnter()).toBe('What was read')
    expect(useView.getState().isArgumentsWanted).toBe(false)
  })

  it('leaves it to the variables of a template', async () => {
    goTo(demo, { template: 'demo://{name}' })
    expect(await focusedAfterEnter()).not.toBe('What was read')
    expect(useView.getState().isArgumentsWanted).toBe(true)
  })
})
