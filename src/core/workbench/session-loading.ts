/**
 * A window can be on the screen before anyone needs what a session is made of. Opening and closing
 * both wait for it here, and so stay in the order in which they were asked for.
 */
import type { ListKind } from '../../shared/calls/catalogue'
import type * as sessionModule from '../session/session'

export type SessionModule = typeof sessionModule

export type Beginning = {
  readonly kinds?: readonly ListKind[] | undefined
  readonly catalogue?: sessionModule.Session['catalogue'] | undefined
  /** Throws once the server has been closed since somebody asked for it. */
  readonly expectOpen: () => void
}

export class SessionLoading {
  private loading?: Promise<SessionModule>

  /** Nothing while nobody has asked for it; otherwise the very promise that `load` gives. */
  get begun(): Promise<SessionModule> | undefined {
    return this.loading
  }

  load(): Promise<SessionModule> {
    this.loading ??= import('../session/session').catch((error: unknown) => {
      delete this.loading
      throw error
    })
    return this.loading
  }
}
