import type { WireFailure } from '../../shared/protocol/failure'

/** Something on the way to a server failed, and what it was is known better than the server's client could tell. */
export class NetworkError extends Error {
  constructor(readonly failure: WireFailure) {
    super(failure.message)
    this.name = 'NetworkError'
  }
}

/** The name that the system gives to what went wrong. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
