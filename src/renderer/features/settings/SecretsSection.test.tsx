// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { SecretsDescription } from '../../../shared/servers/configuration'
import type { OtherSignIns } from '../../../shared/sign-in/sign-in'
import { setSecrets } from '../../stores/servers/secrets'
import { drawn } from '../../testing'
import { SecretsSection } from './SecretsSection'

function withUsers(...usedBy: readonly (readonly string[])[]): SecretsDescription {
  const secrets = usedBy.map((names, index) => ({
    name: `secret-${index}`,
    usedBy: names,
    setAt: 0,
    isKept: true
  }))
  return { storage: 'system', explanation: 'Kept.', secrets, missing: [] }
}

async function shown(
  description: SecretsDescription,
  others: OtherSignIns = { signIns: [] }
): Promise<string> {
  const answer = async (route: string): Promise<string> =>
    JSON.stringify({ ok: true, value: route === 'signIn.others' ? others : description })
  Object.assign(window, { patchbay: { request: answer, on: () => () => {} } })
  setSecrets(description)
  const { textContent } = await drawn(<SecretsSection />)
  return textContent ?? ''
}

const HINT = 'Servers of projects that are not open are not listed, and may use any of these.'

beforeEach(() => document.body.replaceChildren())

it('does not say that no server uses a secret when a project that is not open might', async () => {
  const text = await shown(withUsers(['files'], []))
  expect(text).toContain('no listed server')
  expect(text).toContain(HINT)
})

it('says nothing about projects when every secret is used by a server that is listed', async () => {
  expect(await shown(withUsers(['files']))).not.toContain(HINT)
})

it('lists sign-ins of servers that are not listed, and those that cannot be read', async () => {
  const signIns = [{ key: 'k', url: 'https://a.example/mcp', issuer: 'https://issuer.example' }]
  const unread = { keys: ['x', 'y'], why: 'Your keyring is locked.' }
  const text = await shown(withUsers(['files']), { signIns, unread })
  expect(text).toContain('https://a.example/mcpSigned in at https://issuer.example')
  expect(text).toContain('2 more cannot be read.Your keyring is locked.')
})
