// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import { updateSignIn } from '../../stores/servers/sign-ins'
import { drawn } from '../../testing'
import { SignInSection } from './SignInSection'

const serverId = ServerId.parse('protected')

async function shown(scopes: readonly string[], scopesCutFrom?: number): Promise<string> {
  const facts = {
    issuer: 'https://login.example',
    clientId: 'me',
    clientSource: 'dynamic',
    grant: 'authorization-code',
    scopes,
    ...(scopesCutFrom !== undefined && { scopesCutFrom }),
    obtainedAt: 0,
    canRefresh: false,
    canRevoke: false,
    isBoundToKey: false,
    deviations: [],
    isKept: true
  } as const
  updateSignIn({ serverId, state: { phase: 'signed-in', facts } })
  const { textContent } = await drawn(<SignInSection serverId={serverId} />)
  return textContent ?? ''
}

it('says how many scopes there are where these are only the first of them', async () => {
  const scopes = Array.from({ length: 200 }, (_, index) => `scope-${index}`)
  expect(await shown(scopes, 12_000)).toContain('200 of 12,000 scopes. Patchbay shows no more.')
  expect(await shown(['mail'])).not.toContain('Patchbay shows no more.')
})
