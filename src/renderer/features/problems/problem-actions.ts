/** What the one button of a problem does. */
import type { Problem, ProblemAction } from '../../../shared/traffic/problem'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { selectServer } from '../../stores/window/view'
import { reviewServers } from '../server/server-actions'
import { restartServer } from '../server/session-actions'
import { showSettings } from '../../stores/window/settings-section'
import { signIn } from '../server/sign-in-actions'

export function labelOf(action: ProblemAction): string {
  switch (action.kind) {
    case 'reopen':
      return 'Open again'
    case 'show':
      return 'Show server'
    case 'sign-in':
      return 'Sign in'
    case 'review':
      return 'Review…'
    case 'settings':
      return 'Settings'
    case 'reveal':
      return action.isEnough ? 'Show file' : 'Show folder'
  }
}

export function act({ id, action }: Problem): void {
  switch (action.kind) {
    case 'reopen':
      selectServer(action.serverId)
      return restartServer(action.serverId)
    case 'show':
      return selectServer(action.serverId)
    case 'sign-in':
      selectServer(action.serverId)
      return signIn(action.serverId)
    case 'review':
      return reviewServers(action.serverIds)
    case 'settings':
      return showSettings(action.section)
    case 'reveal':
      return void request('problem.reveal', { id }).catch(notify)
  }
}
