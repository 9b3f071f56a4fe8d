import type { SecretsDescription } from '../../shared/configuration'
import type { Scopes } from './scopes'
import type { SecretCipher, SecretStore } from './secrets'
import { flowsOf } from './variables'

/** Which secrets there are, which are asked for, and by whom. Never what they are. */
export function describeSecrets(
  store: SecretStore,
  cipher: SecretCipher,
  scopes: Scopes
): SecretsDescription {
  const users = new Map<string, string[]>()
  for (const { definition, name } of scopes.servers()) {
    for (const flow of definition ? flowsOf(definition) : []) {
      if (flow.kind !== 'secret') continue
      const known = users.get(flow.name) ?? []
      if (!known.includes(name)) users.set(flow.name, [...known, name])
    }
  }
  const secrets = store
    .list()
    .map((secret) => ({ ...secret, usedBy: users.get(secret.name) ?? [] }))
  const there = new Set(secrets.map(({ name }) => name))
  const missing = [...users]
    .filter(([name]) => !there.has(name))
    .map(([name, usedBy]) => ({ name, usedBy }))
  return { storage: cipher.storage(), explanation: cipher.explanation(), secrets, missing }
}
