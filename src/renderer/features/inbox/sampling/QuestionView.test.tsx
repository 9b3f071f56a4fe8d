// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../../shared/protocol/ids'
import type { SamplingAsk } from '../../../../shared/question/sampling-kind'
import { DEFAULT_PREFERENCES } from '../../../../shared/ipc/preferences'
import { setPreferences } from '../../../stores/window/preferences'
import { drawn } from '../../../testing'
import { QuestionView } from './QuestionView'

const ASK: SamplingAsk = { kind: 'sampling', messages: [], modelHints: [], tools: [], more: {} }
const question = (ask: Partial<SamplingAsk>) =>
  drawn(<QuestionView ask={{ ...ASK, ...ask }} serverId={'demo' as ServerId} />)

const PICTURE = { type: 'image', data: '', mimeType: 'image/png' }
const toolResult = (text: string) => ({
  type: 'tool_result',
  toolUseId: 'x',
  content: [{ type: 'text', text }]
})

describe('a question for a model', () => {
  it('shows what the server wants, by the names that the protocol has for it', async () => {
    const more = { modelPreferences: { hints: [{ name: 'dear' }] }, temperature: 1 }
    const place = await question({ maxTokens: 90_000, includeContext: 'allServers', more })
    const shown = [...place.querySelectorAll('dt')].map(({ textContent }) => textContent)
    expect(shown).toEqual(['modelPreferences', 'temperature', 'maxTokens', 'includeContext'])
    expect(place.textContent).toContain('dear')
  })

  it.each([
    ['the end of a long text', { type: 'text', text: `${'a '.repeat(60_000)}EXFILTRATE` }],
    ['what Markdown hides', { type: 'text', text: 'Hi\n\n[//]: # (EXFILTRATE it)\n' }],
    ['what stands beside a text', { type: 'text', text: 'Hi', _meta: { note: 'EXFILTRATE' } }],
    ['a long result of a tool', toolResult(`${'short '.repeat(100)}EXFILTRATE`)],
    ['a use of a tool', { type: 'tool_use', input: { a: { b: { c: { d: 'EXFILTRATE' } } } } }],
    ['members of a link', { type: 'resource_link', uri: 'file:///x', more: 'EXFILTRATE' }],
    ['members of a resource', { type: 'resource', resource: { uri: 'x', _meta: 'EXFILTRATE' } }],
    ['what stands beside a picture', { ...PICTURE, annotations: 'EXFILTRATE' }],
    ['a text beside a picture', { ...PICTURE, text: 'EXFILTRATE' }],
    ['what is called a picture', { type: 'image', text: `${'a '.repeat(10_000)}EXFILTRATE` }],
    ['a picture of no type', { ...PICTURE, mimeType: `image/png;${'x'.repeat(500)}EXFILTRATE` }],
    ['sound that is none', { type: 'audio', data: [...Array(500).keys(), 'EXFILTRATE'] }],
    ['a picture in depth', { type: 'image', data: { a: { b: { c: { d: 'EXFILTRATE' } } } } }],
    ['what is no block', 'EXFILTRATE']
  ])('shows everything that a model would get: %s', async (_what, content) => {
    setPreferences({ ...DEFAULT_PREFERENCES, textView: 'markdown' })
    const place = await question({
      messages: [{ role: 'user', content }] as SamplingAsk['messages']
    })
    setPreferences(DEFAULT_PREFERENCES)
    expect(place.textContent).toContain('EXFILTRATE')
  })

  it('shows all of what is added, and yet makes few elements of it', async () => {
    const members = Array.from({ length: 20_000 }, (_, index) => [`member${index}`, index])
    const place = await question({ more: Object.fromEntries(members) as SamplingAsk['more'] })
    expect(place.textContent?.includes('"member19999": 19999')).toBe(true)
    expect(place.querySelectorAll('*').length).toBeLessThan(100)
  })
})
