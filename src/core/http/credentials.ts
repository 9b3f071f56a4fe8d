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
  /** Aborted when nobody waits for the request any more, so that nobody is asked because of it. */
  readonly signal?: AbortSignal
}

export type Credentials = {
  /** Headers, with names in lower case, that go before those of the request. Rejects with a `WireError`. */
  readonly headersFor: (
    attempt: Attempt
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** Resolves with whether to try once more. Rejects with a `WireError` that says why not. */
  readonly answerRefusal: (refused: RefusedAttempt) => Promise<boolean>
  /** How much of a header of theirs may be shown; undefined for the headers of others. */
  readonly shownValue?: (name: string, value: string) => string | undefined
  /** A person could sign in, and nothing works before they have. */
  readonly wantsSignIn?: () => boolean
  /** What a refusal tells about these credentials. */
  readonly explain?: (refusal: RefusedReply) => RefusalAdvice | undefined
}

/** Whole sentences. */
export type RefusalAdvice = { readonly what: string; readonly next: string }

/** All that a server said when it refused. */
export type RefusedReply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Several as one. Each sees the headers of those before it; later ones win. */
export function composed(...given: readonly (Credentials | undefined)[]): Credentials | undefined {
  const all = given.filter((each) => each !== undefined)
  if (all.length <= 1) return all[0]
  return {
    headersFor: async (attempt) => {
      let headers: Readonly<Record<string, string>> = {}
      for (const each of all) {
        const soFar = { ...attempt, headers: { ...attempt.headers, ...headers } }
        headers = { ...headers, ...(await each.headersFor(soFar)) }
      }
      return headers
    },
    answerRefusal: async (refused) => {
      for (const each of all) if (await each.answerRefusal(refused)) return true
      return false
    },
    shownValue: (name, value) => {
      for (const each of all) {
        const shown = each.shownValue?.(name, value)
        if (shown !== undefined) return shown
      }
      return undefined
    },
    explain: (refusal) => {
      const [first, ...others] = all.flatMap((each) => each.explain?.(refusal) ?? [])
      return first && { ...first, what: [first, ...others].map(({ what }) => what).join(' ') }
    }
  }
}

/** What it takes to be let in, such as a person who decides, is no time of the server. */
export function patient(
  credentials: Credentials,
  hold: () => (() => void) | undefined
): Credentials {
  return {
    ...credentials,
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
