/** What the window may ask about signing in to servers. No token ever comes to it. */
import { z } from 'zod'
import type { Undo } from '../servers/configuration'
import { ServerId } from '../protocol/ids'
import { route, type Route } from './ipc-route'
import type { OtherSignIns, SignInReport } from '../sign-in/sign-in'

const onServer = z.strictObject({ serverId: ServerId })
const document = z.strictObject({
  clientMetadataUrl: z.string().max(2_048),
  callbackPort: z.number().int().min(1).max(65_535).optional(),
  redirectUrl: z.string().max(2_048).optional()
})

export const signInRequests = {
  /** Of all servers that have wanted to know who asks, or that somebody has signed in to. */
  'signIn.list': route<readonly SignInReport[]>()(z.undefined()),
  /** Opens the browser. Resolves when that has come to an end, and the server is open again. */
  'signIn.start': route<void>()(onServer),
  'signIn.cancel': route<void>()(onServer),
  /** What was said of one that failed has been read. */
  'signIn.dismiss': route<void>()(onServer),
  /** The page that waits for the person, once more. */
  'signIn.openPage': route<void>()(onServer),
  /** Main puts its address on the clipboard: there is something secret in it. */
  'signIn.copyPage': route<void>()(onServer),
  'signIn.refresh': route<void>()(onServer),
  /** Says whether the authorization server has taken note. */
  'signIn.signOut': route<{ readonly isRevoked: boolean }>()(onServer),
  'signIn.clear': route<Undo>()(onServer),
  /** Sign-ins of servers that are not listed; looking at them may ask for the keyring. */
  'signIn.others': route<OtherSignIns>()(z.undefined()),
  'signIn.clearOther': route<Undo>()(z.strictObject({ key: z.string().max(100) })),
  /** What has to be published so that its address can be the client id; of a server, or of a draft. */
  'signIn.clientDocument': route<string>()(z.union([onServer, document]))
} as const satisfies Record<string, Route>
