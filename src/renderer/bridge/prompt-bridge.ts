/** The prompt's half of its contract: two requests, and no others. */
import { WorkbenchError } from '../../shared/protocol/errors'
import type { IpcResult } from '../../shared/ipc/ipc-wire'
import { fromJson } from '../../shared/json/json'
import type { WindowAnswer, windowRequests } from '../../shared/question/answers'
import type { WindowAsk } from '../../shared/question/asks'

export async function describePrompt(): Promise<WindowAsk> {
  return (await ask('prompt.describe', '')) as WindowAsk
}

export async function answerPrompt(answer: WindowAnswer): Promise<void> {
  await ask('prompt.answer', JSON.stringify(answer))
}

async function ask(route: keyof typeof windowRequests, inputJson: string): Promise<unknown> {
  const result = fromJson(await window.patchbay.request(route, inputJson)) as IpcResult
  if (result.ok) return result.value
  throw new WorkbenchError(result.error.code, result.error.message)
}
