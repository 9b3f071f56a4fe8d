import type { ServerId } from './ids'

/** Something that needs a person. */
export type ProblemKind =
  /** The server wants to know who is asking. */
  | 'auth'
  /** The server stopped answering and was started again. */
  | 'hung'
  /** The server broke too often to be started again by itself. */
  | 'failed'
  /** The server says that it has another version than before, and nobody pinned one. */
  | 'version'

export type Problem = {
  readonly id: number
  readonly serverId: ServerId
  readonly kind: ProblemKind
  readonly time: number
  /** Whole sentences. */
  readonly message: string
}
