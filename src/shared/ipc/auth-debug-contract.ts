/** What the window may ask of the authorization debugger. */
import { z } from 'zod'
import {
  AUTH_MISTAKES,
  AUTH_REVISIONS,
  FIELD_PLACES,
  type AuthDebugReport
} from '../sign-in/auth-debug'
import { ServerId } from '../protocol/ids'
import { route, type Route } from './ipc-route'
import { CLIENT_REGISTRATIONS } from '../servers/server-access'

const LONGEST_VALUE = 100_000
const LONGEST_ADDRESS = 10_000
const MOST_EDITS = 200

const onRun = z.strictObject({ runId: z.number().int().positive() })
const wish = z.strictObject({
  revision: z.enum(AUTH_REVISIONS),
  registration: z.enum(CLIENT_REGISTRATIONS),
  isStepwise: z.boolean().optional(),
  mistake: z.enum(AUTH_MISTAKES).optional()
})
const edit = z.strictObject({
  place: z.enum(FIELD_PLACES),
  name: z.string().min(1).max(1_000),
  value: z.string().max(LONGEST_VALUE).optional()
})

export const authDebugRequests = {
  /** The last run of each server and address. */
  'authDebug.list': route<readonly AuthDebugReport[]>()(z.undefined()),
  /** Opens the browser when the run gets to the page: only a click of the person asks for this. */
  'authDebug.start': route<AuthDebugReport>()(
    z.strictObject({
      target: z.union([
        z.strictObject({ serverId: ServerId }),
        /** Main asks the person about it, as about any server that is not saved. */
        z.strictObject({ url: z.string().min(1).max(LONGEST_ADDRESS) })
      ]),
      wish
    })
  ),
  'authDebug.stop': route<void>()(onRun),
  /** Sends the request that waits, as it was or with changes. */
  'authDebug.send': route<void>()(
    onRun.extend({ pauseId: z.number().int().positive(), edits: z.array(edit).max(MOST_EDITS) })
  ),
  /** The person sees an error on the page, and will not come back. */
  'authDebug.pageFailed': route<void>()(onRun),
  /** The tokens of the run become those of the server. */
  'authDebug.keep': route<void>()(onRun)
} as const satisfies Record<string, Route>
