/** Resources and prompts that a server was asked for and died over. */
import type { Exchange } from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'
import type { InFlight } from '../../../shared/servers/post-mortem'
import { promptKey, usePromptAnswers } from '../../stores/calls/prompt-answers'
import { goTo } from '../../stores/window/view'
import { count } from '../../ui/text/format'
import { getPrompt } from '../prompts/prompt-actions'
import { readResource } from '../resources/reading-actions'

export type LostExchanges = {
  readonly uris: readonly string[]
  /** Their names. */
  readonly prompts: readonly string[]
}

/**
 * What was not answered among what a store keeps, unless it was asked for since. By the number of the
 * request, because the traffic does not show all of a long address.
 */
export function lostNames(
  serverId: ServerId,
  inFlight: readonly InFlight[],
  records: Readonly<Record<string, { readonly last?: Exchange }>>
): readonly string[] {
  return Object.entries(records).flatMap(([key, { last }]) => {
    const [owner, name] = fromJson(key) as [string, string]
    const isLost = inFlight.some(({ seq }) => seq === last?.requestSeq)
    return owner === serverId && isLost ? [name] : []
  })
}

/** Asks for the same once more. Never rejects: what comes of it is where it is shown. */
export async function askAgain(
  serverId: ServerId,
  { uris, prompts }: LostExchanges,
  isLedThere: boolean
): Promise<void> {
  const { byPrompt } = usePromptAnswers.getState()
  const [resource] = uris
  const [prompt] = prompts
  if (isLedThere && resource !== undefined) goTo(serverId, { tab: 'resources', resource })
  else if (isLedThere && prompt !== undefined) goTo(serverId, { tab: 'prompts', prompt })
  await Promise.all([
    ...uris.map((uri) => readResource(serverId, uri, true)),
    ...prompts.map((name) =>
      getPrompt(serverId, name, byPrompt[promptKey(serverId, name)]?.arguments ?? {})
    )
  ])
}

/** Such as `2 calls, 1 prompt`. */
export function lostWords(calls: number, { uris, prompts }: LostExchanges): string {
  const counts = [
    [calls, 'call'],
    [uris.length, 'resource'],
    [prompts.length, 'prompt']
  ] as const
  return counts.flatMap(([number, noun]) => (number === 0 ? [] : [count(number, noun)])).join(', ')
}
