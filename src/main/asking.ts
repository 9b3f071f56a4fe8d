import type { Auditing } from '../core/audit/auditing'
import type { Asking } from '../core/config/registry'
import type { SecretCipher } from '../core/config/secrets'
import type { ConfirmSubject, ModelSubject } from '../shared/prompt'
import type { Prompts } from './prompts'

/** Asks the person in the window that only main can open. */
export function promptAsking(
  prompts: Prompts,
  cipher: SecretCipher,
  note: Auditing['note']
): Asking {
  return {
    trust: async (subjects) => {
      const answer = await prompts.ask({ kind: 'trust', subjects })
      const decisions = answer.kind === 'trust' ? answer.decisions : {}
      for (const { hash, name, source } of subjects) {
        const decision = decisions[hash] ?? 'not decided'
        note({ method: 'patchbay/trust', params: { name, source, definition: hash, decision } })
      }
      return decisions
    },
    values: async (title, fields) => {
      const explanation = cipher.explanation()
      const answer = await prompts.ask({ kind: 'values', title, fields, explanation })
      return answer.kind === 'values' ? answer.values : undefined
    }
  }
}

/** Says yes or no, and the audit log says what it was about. */
export function confirmAsking(
  prompts: Prompts,
  note: Auditing['note']
): (subject: ConfirmSubject) => Promise<boolean> {
  return async (subject) => {
    const answer = await prompts.ask({ kind: 'confirm', subject })
    const isConfirmed = answer.kind === 'confirm'
    const { title, lines } = subject
    note({ method: 'patchbay/confirm', params: { title, lines, isConfirmed } })
    return isConfirmed
  }
}

export function modelAsking(prompts: Prompts): (subject: ModelSubject) => Promise<boolean> {
  return async (subject) => {
    const answer = await prompts.ask({ kind: 'model', subject })
    return answer.kind === 'model'
  }
}
