/** A server asks which folders it may work in. Where nobody has said so yet, the person is asked. */
import type { ServerId } from '../../shared/protocol/ids'
import type { InputHandler } from '../conversation/input'
import { rootOf, type Root } from '../conversation/roots'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import {
  answerIn,
  askPerson,
  noteUnanswered,
  recorded,
  recordedOnce,
  type AskingParts,
  type Effect
} from './asking'
import type { RootLists } from './root-lists'

const { risk: riskOf, audit: AUDIT } = SHEET_RECORDS.roots

export type RootsParts = AskingParts & {
  readonly rootLists: RootLists<ServerId>
  /** What the person shares with all servers of the project that this one belongs to. */
  readonly projectRoots?: (serverId: ServerId) => readonly string[]
}

export function rootsHandler(parts: RootsParts): InputHandler {
  const { rootLists, projectRoots = () => [] } = parts
  return async (_params, signal, asker): Promise<{ roots: readonly Root[] }> => {
    const { serverId, roots: defined = [] } = asker
    const known = [...defined, ...projectRoots(serverId)]
    const isSettled = known.length > 0 || rootLists.of(serverId) !== undefined
    const ask = { kind: 'roots' } as const
    const risk = riskOf(ask)
    if (!isSettled || parts.inbox.isPaused(serverId)) {
      const ended = await askPerson(parts, { ask, risk, signal, asker })
      const answer = answerIn(ended)
      if (answer) rootLists.settle(serverId)
      if (!answer?.isShared) {
        const result = { roots: [] }
        noteUnanswered(parts, ended, { serverId, method: AUDIT.method, params: {}, result })
        return result
      }
      return recordedOnce(parts, ended, effectOf({ by: 'person' }), tell)
    }
    if (!parts.inbox.admits(serverId)) {
      parts.inbox.refuse({ serverId, ask, risk, signal }, 'flood')
      return { roots: [] }
    }
    return recorded(parts, effectOf({ by: 'list' }), tell)

    /** Also of what was shared with the whole project while the person was asked. */
    function roots(): readonly Root[] {
      const shared = [...(rootLists.of(serverId) ?? []), ...projectRoots(serverId)]
      return [...new Set([...defined, ...shared])].map(rootOf)
    }

    function effectOf(more: { readonly by: string }): Effect {
      return { serverId, method: AUDIT.method, params: { roots: roots(), ...more } }
    }

    async function tell(): Promise<{ roots: readonly Root[] }> {
      return { roots: roots() }
    }
  }
}
