/** What the window and the command line know of signing in to a server. Holds nothing that is secret. */
import type { ServerId } from '../protocol/ids'
import type { ClientRegistration, OAuthGrant } from '../servers/server-access'

/** The parts of a sign-in, in their order. */
export const AUTH_STEPS = [
  'challenge',
  'resource-metadata',
  'server-metadata',
  'client',
  'authorization',
  'token',
  'request'
] as const
export type AuthStepId = (typeof AUTH_STEPS)[number]

/** Who has to act when a step fails. */
export type AuthBlame = 'server' | 'authorization-server' | 'definition' | 'you' | 'patchbay'

export type AuthStep = {
  readonly id: AuthStepId
  readonly state: 'running' | 'done' | 'failed' | 'skipped'
  /** The entries of its exchanges in the traffic. */
  readonly frames: readonly number[]
  readonly tookMs?: number
  /** What came of it, or what went wrong, in a sentence. */
  readonly text?: string
  readonly blame?: AuthBlame
}

/** `asked`: the person has registered it, and said so in a sign-in. */
export type ClientSource = Exclude<ClientRegistration, 'auto'> | 'asked'

/** What is known of the tokens of a server. Times are milliseconds since 1970. */
export type SignInFacts = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSource: ClientSource
  readonly grant: OAuthGrant
  readonly scopes: readonly string[]
  /** How many there are, where these are only the first of them. */
  readonly scopesCutFrom?: number
  readonly obtainedAt: number
  readonly expiresAt?: number
  readonly canRefresh: boolean
  readonly canRevoke: boolean
  readonly isBoundToKey: boolean
  readonly resource?: string
  /** Where we leave the rules, because the definition wants it so: whole sentences. */
  readonly deviations: readonly string[]
  /** Kept in the keyring of the system; otherwise gone when Patchbay ends. */
  readonly isKept: boolean
  /** Why it is not, where a person has signed in: whole sentences. */
  readonly whyNotKept?: string
}

export type SignInState =
  /** The server has asked nobody yet who they are. */
  | { readonly phase: 'unknown' }
  /** The server wants to know who asks. */
  | { readonly phase: 'needed'; readonly why: string }
  | {
      readonly phase: 'under-way'
      readonly steps: readonly AuthStep[]
      /** The browser is open, and somebody has to act there. */
      readonly isInBrowser: boolean
      /** The address of the page, without what is secret in it. */
      readonly page?: string
    }
  | {
      readonly phase: 'failed'
      readonly why: string
      readonly blame: AuthBlame
      readonly steps: readonly AuthStep[]
      /** Of the tokens from before, which are still there. */
      readonly facts?: SignInFacts
    }
  | { readonly phase: 'signed-in'; readonly facts: SignInFacts }

export type SignInReport = { readonly serverId: ServerId; readonly state: SignInState }

/** A sign-in whose server is not listed: it was deleted by hand, or its project is not open. */
export type OtherSignIn = { readonly key: string; readonly url: string; readonly issuer: string }

export type OtherSignIns = {
  readonly signIns: readonly OtherSignIn[]
  /** The keys of those that cannot be read, and the reason in a sentence. */
  readonly unread?: { readonly keys: readonly string[]; readonly why: string }
}
