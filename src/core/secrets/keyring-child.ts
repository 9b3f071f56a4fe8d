/** A process that asks the keyring of the system one question, and ends. See keyring.ts. */
import { messageOf } from '../../shared/protocol/errors'
import type { KeyringReply, KeyringRequest } from './keyring'

const SERVICE = 'Patchbay'
const ACCOUNT = 'key of sign-ins'

process.once('disconnect', () => process.exit())
process.once('message', (request: KeyringRequest) => {
  void answer(request)
    .catch((error: unknown): KeyringReply => ({ fault: messageOf(error) }))
    .then((reply) => process.send?.(reply, () => process.exit()))
})

async function answer(request: KeyringRequest): Promise<KeyringReply> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  // The other store that Linux has forgets everything when the machine is started again.
  const entry = new AsyncEntry(SERVICE, ACCOUNT, { linux: { store: 'secret-service' } })
  if (request.action === 'write') {
    await entry.setSecret(Buffer.from(request.key, 'base64'))
    return {}
  }
  const key = await entry.getSecret()
  return key === null ? {} : { key: Buffer.from(key).toString('base64') }
}
