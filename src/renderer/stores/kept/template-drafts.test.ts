import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import { promptDraftKey, startPromptDrafts, usePromptDrafts } from './prompt-drafts'
import { startTemplateDrafts, templateDraftKey, useTemplateDrafts } from './template-drafts'

const server = ServerId.parse('user:demo')

it('takes what was kept of its own kind, as far as it can be read', () => {
  const key = templateDraftKey(server, 'a://{b}')
  const draft = {
    b: { kind: 'text', text: 'x' },
    c: { kind: 'list', items: ['1', 2] },
    d: { kind: 'map', pairs: [['k', 'v'], 'odd'] }
  }
  startTemplateDrafts([
    { key, text: JSON.stringify(draft) },
    { key: templateDraftKey(server, 'broken'), text: '{' },
    { key: promptDraftKey(server, 'hello'), text: '{"b":"x"}' },
    { key: 'not even JSON', text: '{}' }
  ])
  expect(useTemplateDrafts.getState().drafts).toEqual({
    [key]: { b: { kind: 'text', text: 'x' }, d: { kind: 'map', pairs: [['k', 'v']] } }
  })
})

it('keeps texts only of a prompt', () => {
  const key = promptDraftKey(server, 'hello')
  startPromptDrafts([{ key, text: '{"a":"x","b":7}' }])
  expect(usePromptDrafts.getState().drafts).toEqual({ [key]: { a: 'x' } })
})
