import { isDismissal } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import { notify, notifyUndo } from '../../stores/window/notices'

/**
 * Main asks for the value in a window of its own: it never comes here. False when the person did not
 * give one.
 */
export async function askForSecret(name: string): Promise<boolean> {
  try {
    await request('secret.set', { name })
    return true
  } catch (error) {
    if (!isDismissal(error)) notify(error)
    return false
  }
}

export async function removeSecret(name: string): Promise<void> {
  try {
    notifyUndo(await request('secret.remove', { name }))
  } catch (error) {
    notify(error)
  }
}
