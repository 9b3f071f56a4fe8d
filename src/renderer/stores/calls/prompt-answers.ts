/** What prompts answered while this window is open, by server and prompt. */
import { create } from 'zustand'
import type { Exchange } from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'

export type PromptAnswer = {
  /** Under this key the one that goes on can be called off. */
  readonly runningKey?: string
  readonly startedAt?: number
  readonly last?: Exchange
  readonly answeredAt?: number
  /** What it was asked for with. */
  readonly arguments?: Readonly<Record<string, string>>
  /** A whole sentence, when it could not even be asked for. */
  readonly refusal?: string
}

export const NOT_ASKED: PromptAnswer = {}
const KEPT = 50

export const usePromptAnswers = create<{
  readonly byPrompt: Readonly<Record<string, PromptAnswer>>
}>()(() => ({ byPrompt: {} }))

/** Two names cannot run together, because JSON keeps them apart. */
export function promptKey(serverId: ServerId, prompt: string): string {
  return JSON.stringify([serverId, prompt])
}

export function usePromptAnswer(serverId: ServerId, prompt: string): PromptAnswer {
  return usePromptAnswers(({ byPrompt }) => byPrompt[promptKey(serverId, prompt)] ?? NOT_ASKED)
}

/** The one that was changed last is forgotten last. */
export function changeAnswer(
  serverId: ServerId,
  prompt: string,
  change: (answer: PromptAnswer) => PromptAnswer
): void {
  const key = promptKey(serverId, prompt)
  usePromptAnswers.setState(({ byPrompt }) => {
    const { [key]: known = NOT_ASKED, ...others } = byPrompt
    const kept = Object.entries(others).slice(-(KEPT - 1))
    return { byPrompt: { ...Object.fromEntries(kept), [key]: change(known) } }
  })
}
