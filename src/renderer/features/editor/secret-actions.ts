import { WorkbenchError, WorkbenchErrorCode } from '../../../shared/errors'
import { request } from '../../bridge'
import { notify } from '../../stores/notices'
import { setSecrets } from '../../stores/secrets'

/** Main asks for the value in a window of its own. False when the person did not give one. */
export async function askForSecret(name: string): Promise<boolean> {
  try {
    await request('secret.set', { name })
    const description = await request('secrets.list')
    setSecrets(description)
    return description.secrets.some((secret) => secret.name === name)
  } catch (error) {
    const isDismissed =
      error instanceof WorkbenchError && error.code === WorkbenchErrorCode.Dismissed
    if (!isDismissed) notify(error)
    return false
  }
}
