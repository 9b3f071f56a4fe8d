/** The model that may write the answer when a server asks for one. */
import type { JsonObject } from '../json/json'

export type ModelEndpoint = {
  /** Such as http://localhost:11434/v1; empty when there is no model. */
  readonly baseUrl: string
  readonly model: string
  /** Of the secret that holds the key; empty when none is needed. */
  readonly keyName: string
}

export const NO_MODEL: ModelEndpoint = { baseUrl: '', model: '', keyName: '' }

/** How often a server may ask. */
export const SAMPLING_PER_MINUTE = { least: 1, most: 1_000, usual: 10 } as const

/** What the person may change of a question before a model gets it. */
export type EditedQuestion = {
  readonly messages: readonly JsonObject[]
  readonly systemPrompt?: string | undefined
  readonly maxTokens?: number | undefined
}
