/** The prompt's half of its contract: two requests, and no others. */
import { WorkbenchError } from '../../shared/errors'
import type { IpcResult } from '../../shared/ipc-wire'
import { fromJson } from '../../shared/json'
import type { Prompt, PromptAnswer, promptRequests } from '../../shared/prompt'

export async function describePrompt(): Promise<Prompt> {
  return (await ask('prompt.describe', '')) as Prompt
}

export async function answerPrompt(answer: PromptAnswer): Promise<void> {
  await ask('prompt.answer', JSON.stringify(answer))
}

async function ask(route: keyof typeof promptRequests, inputJson: string): Promise<unknown> {
  const result = fromJson(await window.patchbay.request(route, inputJson)) as IpcResult
  if (result.ok) return result.value
  throw new WorkbenchError(result.error.code, result.error.message)
}
