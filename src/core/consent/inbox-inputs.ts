/** What Patchbay can be asked when a person is there to answer. */
import { samplingHandler, type SamplingParts } from '../sampling/request'
import type { Inputs } from '../session/input'
import { CONSENT_METHOD, consentHandler, type ConsentParts } from './consent-request'
import { Elicitation, type ElicitationParts } from './elicitation'
import { rootsHandler, type RootsParts } from './roots-request'

export type InboxInputsParts = ConsentParts & ElicitationParts & SamplingParts & RootsParts

export function inboxInputs(parts: InboxInputsParts): Inputs {
  const elicitation = new Elicitation(parts)
  return {
    capabilities: { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} },
    legacyCapabilities: {
      roots: { listChanged: true },
      experimental: { [CONSENT_METHOD]: {} }
    },
    handlers: {
      [CONSENT_METHOD]: consentHandler(parts),
      'elicitation/create': elicitation.handle,
      'sampling/createMessage': samplingHandler(parts),
      'roots/list': rootsHandler(parts)
    },
    legacyOnly: [CONSENT_METHOD],
    visitPages: elicitation.visitPages,
    hearNotification: (serverId, method, params) =>
      elicitation.hearNotification(serverId, method, params)
  }
}
