import type { Asking } from '../core/config/registry'
import type { SecretCipher } from '../core/config/secrets'
import type { Prompts } from './prompts'

/** Asks the person in the window that only main can open. */
export function promptAsking(prompts: Prompts, cipher: SecretCipher): Asking {
  return {
    trust: async (subjects) => {
      const answer = await prompts.ask({ kind: 'trust', subjects })
      return answer.kind === 'trust' ? answer.decisions : {}
    },
    values: async (title, fields) => {
      const explanation = cipher.explanation()
      const answer = await prompts.ask({ kind: 'values', title, fields, explanation })
      return answer.kind === 'values' ? answer.values : undefined
    }
  }
}
