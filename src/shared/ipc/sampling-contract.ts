/** What the window may ask of a model, and how it says which one. */
import { z } from 'zod'
import { route, type Route } from './ipc-route'
import { isObject, type JsonObject } from '../json/json'
import type { Preferences } from './preferences'
import { LONGEST_SECRET_NAME } from '../text/secret-name'

const onItem = z.strictObject({ id: z.number().int().positive() })
const message = z.custom<JsonObject>(isObject, 'must be a JSON object')
const question = z.strictObject({
  messages: z.array(message).max(10_000),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().int().min(1).max(1_000_000_000).optional()
})

export const ModelEndpointSchema = z.object({
  baseUrl: z.string().max(2_000),
  model: z.string().max(200),
  keyName: z.string().max(LONGEST_SECRET_NAME)
})

export const samplingRequests = {
  /** The answer to an item of the inbox, for the person to look at. The server gets nothing yet. */
  'sampling.complete': route<JsonObject>()(onItem.extend({ question })),
  /** The answer of the model that is set up to a question of our own. */
  'sampling.tryOut': route<JsonObject>()(z.undefined()),
  /** Without an item: the trial. */
  'sampling.cancel': route<void>()(onItem.partial()),
  /** Main asks the person, in a window of its own, whether questions and the key may go there. */
  'sampling.setUp': route<Preferences>()(ModelEndpointSchema.strict()),
  'sampling.drop': route<Preferences>()(z.undefined())
} as const satisfies Record<string, Route>
