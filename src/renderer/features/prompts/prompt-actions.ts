/** Gets prompts. What comes of it is in the store. */
import { messageOf } from '../../../shared/protocol/errors'
import type { ServerId } from '../../../shared/protocol/ids'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { changeAnswer, promptKey, usePromptAnswers } from '../../stores/calls/prompt-answers'

let lastKey = 0

/** One answer for each prompt at a time: asking while one is awaited changes nothing. */
export async function getPrompt(
  serverId: ServerId,
  name: string,
  written: Readonly<Record<string, string>>
): Promise<void> {
  if (runningKeyOf(serverId, name) !== undefined) return
  const key = `prompt ${++lastKey}`
  changeAnswer(serverId, name, ({ refusal: _old, ...answer }) => ({
    ...answer,
    runningKey: key,
    startedAt: Date.now()
  }))
  try {
    const last = await request('prompts.get', { serverId, name, arguments: written, key })
    const answeredAt = Date.now()
    changeAnswer(serverId, name, () => ({ last, answeredAt, arguments: written }))
  } catch (error) {
    const refusal = messageOf(error)
    changeAnswer(serverId, name, ({ runningKey: _done, startedAt: _then, ...answer }) => ({
      ...answer,
      refusal
    }))
  }
}

export function cancelPrompt(serverId: ServerId, name: string): void {
  const key = runningKeyOf(serverId, name)
  if (key !== undefined) request('exchange.cancel', { key }).catch(notify)
}

function runningKeyOf(serverId: ServerId, name: string): string | undefined {
  return usePromptAnswers.getState().byPrompt[promptKey(serverId, name)]?.runningKey
}
