import type { SecretsDescription } from '../../shared/servers/configuration'
import type { Scopes } from '../server-file/scopes'
import type { SecretCipher, SecretStore } from '../secrets/secrets'
import { secretNameOf } from './values'
import { flowsOf } from '../server-file/variables'

/** Which secrets there are, which are asked for, and by whom. Never what they are. */
export function describeSecrets(
  store: SecretStore,
  cipher: SecretCipher,
  scopes: Scopes,
  modelKey: string
): SecretsDescription {
  const users = new Map<string, Set<string>>()
  /** Those that somebody has to set; the others are asked for when a server starts. */
  const named = new Set<string>()
  for (const { definition, name, source } of scopes.servers()) {
    for (const flow of definition ? flowsOf(definition) : []) {
      if (flow.kind !== 'secret' && flow.kind !== 'input') continue
      const secret = flow.kind === 'secret' ? flow.name : secretNameOf(source, flow.name)
      users.set(secret, (users.get(secret) ?? new Set()).add(name))
      if (flow.kind === 'secret') named.add(secret)
    }
  }
  if (modelKey !== '') {
    users.set(modelKey, (users.get(modelKey) ?? new Set()).add('the model for sampling'))
    named.add(modelKey)
  }
  const usersOf = (name: string): readonly string[] => [...(users.get(name) ?? [])]
  const secrets = store.list().map((secret) => ({ ...secret, usedBy: usersOf(secret.name) }))
  const there = new Set(secrets.map(({ name }) => name))
  const missing = [...named]
    .filter((name) => !there.has(name))
    .map((name) => ({ name, usedBy: usersOf(name) }))
  return { storage: cipher.storage(), explanation: cipher.explanation(), secrets, missing }
}
