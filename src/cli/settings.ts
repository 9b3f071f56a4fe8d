/** What you have set in the app, as far as it concerns the command line. */
import { join } from 'node:path'
import { StateFile } from '../core/config/state-file'
import {
  COMMAND_LINE_APPROVALS,
  DEFAULT_PREFERENCES,
  type CommandLineApproval,
  type Preferences
} from '../shared/preferences'
import { StoredPreferences } from '../shared/preferences-schema'
import { wrongUsage } from './usage'

export function readPreferences(profile: string): Preferences {
  const file = new StateFile(join(profile, 'preferences.json'), StoredPreferences)
  return file.read({ ...DEFAULT_PREFERENCES, layouts: {} })
}

/** Whoever starts us for an agent can be stricter than the settings of the app, and not laxer. */
export function approvalOf(
  { commandLineApproval }: Preferences,
  { PATCHBAY_APPROVAL: wanted }: Readonly<Record<string, string | undefined>> = {}
): CommandLineApproval {
  if (wanted === undefined || wanted === '') return commandLineApproval
  const approval = COMMAND_LINE_APPROVALS.find((known) => known === wanted)
  if (approval === undefined) {
    throw wrongUsage(`PATCHBAY_APPROVAL has to be one of ${COMMAND_LINE_APPROVALS.join(', ')}.`)
  }
  return commandLineApproval === 'by-risk' ? commandLineApproval : approval
}
