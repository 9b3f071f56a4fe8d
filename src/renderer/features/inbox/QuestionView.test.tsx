// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/ids'
import type { SamplingAsk } from '../../../shared/inbox'
import { drawn } from '../../ui/testing'
import { QuestionView } from './QuestionView'

const ASK: SamplingAsk = { kind: 'sampling', messages: [], modelHints: [], tools: [], more: {} }
const question = (ask: Partial<SamplingAsk>) =>
  drawn(<QuestionView ask={{ ...ASK, ...ask }} serverId={'demo' as ServerId} />)

describe('a question for a model', () => {
  it('shows what the server wants, whatever it adds by the names that we use for that', async () => {
    const more = { models: 'free', 'most tokens': 1, context: 'none' }
    const wishes = { modelHints: ['dear'], maxTokens: 90_000, includeContext: 'allServers' }
    const place = await question({ ...wishes, more })
    const shown = [...place.querySelectorAll('dd')].map(({ textContent }) => textContent)
    expect(shown).toEqual(['dear', '90000', 'allServers'])
  })

  it('shows all of what is added, and yet makes few elements of it', async () => {
    const members = Array.from({ length: 20_000 }, (_, index) => [`member${index}`, index])
    const place = await question({ more: Object.fromEntries(members) as SamplingAsk['more'] })
    expect(place.textContent?.includes('"member19999": 19999')).toBe(true)
    expect(place.querySelectorAll('*').length).toBeLessThan(100)
  })
})
