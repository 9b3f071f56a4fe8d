/** The prompt's half of its contract: three requests, and no others. */
import { WorkbenchError } from '../../shared/protocol/errors'
import type { IpcResult } from '../../shared/ipc/ipc-wire'
import { fromJson } from '../../shared/json/json'
import type { windowRequests } from '../../shared/question/answers'
import type { WindowAnswer, WindowAsk } from '../../shared/question/records'

export async function describePrompt(): Promise<WindowAsk> {
  return (await ask('prompt.describe', '')) as WindowAsk
}

/** What main asks has been in view to its end. */
export async function seePromptEnd(): Promise<void> {
  await ask('prompt.seeEnd', '')
}

export async function answerPrompt(answer: WindowAnswer): Promise<void> {
  await ask('prompt.answer', JSON.stringify(answer))
}

async function ask(route: keyof typeof windowRequests, inputJson: string): Promise<unknown> {
  const result = fromJson(await window.patchbay.request(route, inputJson)) as IpcResult
  if (result.ok) return result.value
  throw new WorkbenchError(result.error.code, result.error.message)
}
