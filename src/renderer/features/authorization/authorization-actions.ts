import type { AuthDebugWish, FieldEdit } from '../../../shared/sign-in/auth-debug'
import { isDismissal } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import { updateAuthDebug, type AuthTarget } from '../../stores/servers/auth-debug'
import { notify } from '../../stores/window/notices'

/** Main opens the browser when the run gets to the page, so only a click may lead here. */
export async function startRun(target: AuthTarget, wish: AuthDebugWish): Promise<void> {
  try {
    updateAuthDebug(await request('authDebug.start', { target, wish }), target)
  } catch (error) {
    if (!isDismissal(error)) notify(error)
  }
}

export function stopRun(runId: number): void {
  request('authDebug.stop', { runId }).catch(notify)
}

export function sendPaused(runId: number, pauseId: number, edits: readonly FieldEdit[]): void {
  request('authDebug.send', { runId, pauseId, edits: [...edits] }).catch(notify)
}

export function sayPageFailed(runId: number): void {
  request('authDebug.pageFailed', { runId }).catch(notify)
}

export function keepTokens(runId: number): void {
  request('authDebug.keep', { runId }).catch(notify)
}
