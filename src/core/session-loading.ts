/**
 * A window can be on the screen before anyone needs what a session is made of. Opening and closing
 * both wait for it here, and so stay in the order in which they were asked for.
 */
import type * as sessionModule from './session/session'

export type SessionModule = typeof sessionModule

export class SessionLoading {
  private loading?: Promise<SessionModule>

  load(): Promise<SessionModule> {
    this.loading ??= import('./session/session').catch((error: unknown) => {
      delete this.loading
      throw error
    })
    return this.loading
  }

  /** Resolves when nothing is being loaded, also when nobody has asked for it yet. */
  async settled(): Promise<void> {
    await this.loading
  }
}
