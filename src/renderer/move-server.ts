/** A server that is renamed is another one to every store; what the person did with it is not lost. */
import { moveCalls } from './stores/calls'
import { moveDrafts } from './stores/drafts'
import { moveHistory } from './stores/history'
import { moveLastPlaces } from './stores/last-places'
import { moveLogView } from './stores/log-view'
import type { Move } from './stores/moved-records'
import { moveAnswers } from './stores/prompt-answers'
import { movePromptDrafts } from './stores/prompt-drafts'
import { moveReadings } from './stores/readings'
import { moveTreeView } from './stores/resource-tree'
import { moveSignIn } from './stores/sign-ins'
import { moveTemplateDrafts } from './stores/template-drafts'
import { moveTextViews } from './stores/text-views'
import { moveGrouping } from './stores/tool-groups'
import { movePlace } from './stores/view'

export function moveServer(move: Move): void {
  moveCalls(move)
  moveDrafts(move)
  moveHistory(move)
  moveLogView(move)
  moveAnswers(move)
  movePromptDrafts(move)
  moveReadings(move)
  moveTreeView(move)
  moveSignIn(move)
  moveTemplateDrafts(move)
  moveGrouping(move)
  moveTextViews(move)
  moveLastPlaces(move)
  movePlace(move)
}
