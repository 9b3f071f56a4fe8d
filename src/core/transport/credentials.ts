/** Who we are to a server: what each request says of us, and what is done when that is refused. */
import type { IncomingHttpHeaders } from 'node:http'

/** One attempt at a request; each attempt has its own headers. */
export type Attempt = {
  readonly method: string
  readonly url: URL
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Of the message that is the body. */
  readonly rpcMethod?: string | undefined
}

/** A server has answered an attempt with 401 or 403. */
export type RefusedAttempt = Attempt & {
  readonly status: number
  readonly replied: IncomingHttpHeaders
  /** How often this request has been refused, this time included. */
  readonly refusals: number
}

export type Credentials = {
  /** Headers, with names in lower case, that go before those of the request. Rejects with a `WireError`. */
  readonly headersFor: (
    attempt: Attempt
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** Resolves with whether to try once more. Rejects with a `WireError` that says why not. */
  readonly answerRefusal: (refused: RefusedAttempt) => Promise<boolean>
  /** A person could sign in, and nothing works before they have. */
  readonly wantsSignIn?: () => boolean
}

/** What it takes to be let in, such as a person who decides, is no time of the server. */
export function patient(
  credentials: Credentials,
  hold: () => (() => void) | undefined
): Credentials {
  const { headersFor, wantsSignIn } = credentials
  return {
    headersFor,
    ...(wantsSignIn && { wantsSignIn }),
    answerRefusal: async (refused) => {
      const release = hold()
      try {
        return await credentials.answerRefusal(refused)
      } finally {
        release?.()
      }
    }
  }
}

/** However often credentials can be had anew, a request is not repeated without end. */
export const MOST_ATTEMPTS = 4
