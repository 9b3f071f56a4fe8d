/** What Patchbay can be asked when a person is there to answer. */
import type { ServerKind } from '../../shared/question/records'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import { samplingHandler, type SamplingParts } from './sampling-request'
import type { InputHandler, Inputs } from '../conversation/input'
import { consentHandler, type ConsentParts } from './consent-request'
import { Elicitation, type ElicitationParts } from './elicitation'
import { rootsHandler, type RootsParts } from './roots-request'

export type InboxInputsParts = ConsentParts & ElicitationParts & SamplingParts & RootsParts

export function inboxInputs(parts: InboxInputsParts): Inputs {
  const elicitation = new Elicitation(parts)
  const handlers: Readonly<Record<ServerKind, InputHandler>> = {
    consent: consentHandler(parts),
    form: elicitation.handle,
    url: elicitation.handle,
    sampling: samplingHandler(parts),
    roots: rootsHandler(parts)
  }
  return {
    capabilities: { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} },
    legacyCapabilities: {
      roots: { listChanged: true },
      experimental: { [SHEET_RECORDS.consent.method]: {} }
    },
    handlers: Object.fromEntries(
      (Object.keys(handlers) as ServerKind[]).map((kind) => [
        SHEET_RECORDS[kind].method,
        handlers[kind]
      ])
    ),
    legacyOnly: [SHEET_RECORDS.consent.method],
    visitPages: elicitation.visitPages,
    hearNotification: (serverId, method, params) =>
      elicitation.hearNotification(serverId, method, params)
  }
}
