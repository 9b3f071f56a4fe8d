// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../shared/ipc/preferences'
import { setPreferences, usePreferences } from '../../stores/window/preferences'
import { drawn } from '../../testing'
import { CutOffer } from './CutOffer'

const MAIL = ServerId.parse('user:mail')
const TOOLS = [{ name: 'list_mails' }, { name: 'send_mail' }]
let kept: unknown[] = []

beforeEach(() => {
  kept = []
  const request = (_route: string, inputJson: string): Promise<string> => {
    kept.push(JSON.parse(inputJson))
    return new Promise(() => undefined)
  }
  Object.assign(window, { patchbay: { request, on: () => () => undefined } })
})

async function draw(more: Partial<Preferences> = {}, tools = TOOLS): Promise<HTMLElement> {
  setPreferences({ ...DEFAULT_PREFERENCES, ...more })
  return drawn(<CutOffer serverId={MAIL} tools={tools} />)
}

async function press(place: HTMLElement, words: string): Promise<void> {
  const buttons = [...place.querySelectorAll('button')]
  await act(async () => buttons.find(({ textContent }) => textContent === words)?.click())
}

describe('The offer to cut what is kept of messages', () => {
  it.each([
    ['Cut to 50 characters', [MAIL]],
    ['Keep all', []]
  ])('is made of a server that sends messages, and goes away with %s', async (words, cut) => {
    const place = await draw()
    expect(place.textContent).toContain('This server sends messages.')
    await press(place, words)
    expect(place.textContent).toBe('')
    expect(kept).toEqual([{ auditCutServers: cut, auditAskedServers: [MAIL] }])
    expect(usePreferences.getState()).toMatchObject({ auditCutServers: cut })
  })

  it.each<[string, Partial<Preferences>]>([
    ['it was answered before', { auditAskedServers: [MAIL] }],
    ['its texts are cut already', { auditCutServers: [MAIL] }],
    ['nothing is written down', { isAudited: false }],
    ['every server is cut, because nobody knows which were chosen', lost()]
  ])('is not made where %s', async (_where, more) => {
    expect((await draw(more)).textContent).toBe('')
  })

  it('is not made of a server that sends none', async () => {
    expect((await draw({}, [{ name: 'list_mails' }])).textContent).toBe('')
  })
})

function lost(): Partial<Preferences> {
  return { unread: [{ setting: 'auditCutServers', copy: '' }] }
}
