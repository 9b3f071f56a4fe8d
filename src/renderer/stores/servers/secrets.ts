import { create } from 'zustand'
import type { SecretsDescription } from '../../../shared/servers/configuration'
import { request } from '../../bridge/bridge'

/** Undefined until it is known. Values never come here. */
export const useSecrets = create<{ readonly description?: SecretsDescription }>()(() => ({}))

export function setSecrets(description: SecretsDescription): void {
  useSecrets.setState({ description })
}

/** Asks anew. What main tells meanwhile is newer than its answer. */
export async function loadSecrets(): Promise<void> {
  const { description } = useSecrets.getState()
  const answer = await request('secrets.list')
  if (useSecrets.getState().description === description) setSecrets(answer)
}
