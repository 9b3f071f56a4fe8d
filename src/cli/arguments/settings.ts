/** What you have set in the app, as far as it concerns the command line. */
import { join } from 'node:path'
import { systemClock } from '../../core/time/clock'
import { PreferencesFile } from '../../core/profile/preferences-file'
import {
  COMMAND_LINE_APPROVALS,
  type CommandLineApproval,
  type Preferences
} from '../../shared/ipc/preferences'
import { wrongUsage } from '../output/usage'

/** The file is left as it is: the app tells what could not be read of it, and so do we. */
export function readPreferences(profile: string, onNotice: (message: string) => void): Preferences {
  const path = join(profile, 'preferences.json')
  const { before, loss } = new PreferencesFile(path, { clock: systemClock, isReader: true })
  if (loss) onNotice(loss.message)
  return before
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
