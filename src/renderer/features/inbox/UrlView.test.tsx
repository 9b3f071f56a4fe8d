// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import type { InboxItem } from '../../../shared/question/inbox'
import type { UrlAsk } from '../../../shared/question/url-kind'
import { drawn } from '../../testing'
import { UrlView } from './UrlView'

it.each([
  ['https://accounts.google.com.e.com/signin', 'e.com'],
  ['https://e.com/e.com?e.com#e.com', 'e.com'],
  ['https://a.E.com:8443/e.com', 'e.com'],
  ['https://evil.example/https://honest.example/', 'evil.example']
])('lets stand out who answers for %s', async (url, domain) => {
  const link = { isAllowed: true, host: domain, domain, warnings: [] } as const
  const ask: UrlAsk = { kind: 'url', message: 'Log in.', url, link }
  const item: InboxItem = {
    id: 1,
    serverId: 'demo' as ServerId,
    ask,
    risk: { level: 'medium', reasons: [] },
    receivedAt: 0,
    expiresAt: 1,
    repeats: 0,
    during: []
  }
  const nothing = (): void => undefined
  const props = { item, ask, problem: undefined, onAnswer: nothing, onProblem: nothing }
  const place = await drawn(<UrlView {...props} />)
  const strong = place.querySelector('strong')
  const [before, after] = [strong?.previousSibling?.textContent, strong?.nextSibling?.textContent]
  expect(`${before}${strong?.textContent}${after}`).toBe(url)
  expect(`${strong?.textContent}`.toLowerCase()).toBe(domain)
  expect(new URL(`${before}${strong?.textContent}/`).hostname).toBe(new URL(url).hostname)
})
