import { WorkbenchError, WorkbenchErrorCode } from '../../../shared/errors'
import { request } from '../../bridge'
import { notify, notifyUndo } from '../../stores/notices'

/** Main asks for the value in a window of its own: it never comes here. */
export async function setSecret(name: string): Promise<void> {
  try {
    await request('secret.set', { name })
  } catch (error) {
    const isDismissal =
      error instanceof WorkbenchError && error.code === WorkbenchErrorCode.Dismissed
    if (!isDismissal) notify(error)
  }
}

export async function removeSecret(name: string): Promise<void> {
  try {
    notifyUndo(await request('secret.remove', { name }))
  } catch (error) {
    notify(error)
  }
}
