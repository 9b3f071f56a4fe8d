// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { SecretsDescription } from '../../../shared/configuration'
import { setSecrets } from '../../stores/secrets'
import { drawn } from '../../ui/testing'
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

async function shown(description: SecretsDescription): Promise<string> {
  const value = JSON.stringify({ ok: true, value: description })
  Object.assign(window, { patchbay: { request: async () => value, on: () => () => {} } })
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
