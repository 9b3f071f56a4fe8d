/**
 * What the questions are about that only main may ask, in a window which the main window cannot
 * reach: a server that may run, the values that it needs, a model that may be asked.
 */
import type { HiddenPart } from '../text/hidden-part'
import type { ModelEndpoint } from './sampling'
import type { ServerScope, Warning } from '../servers/server-config'

/** One line of what will be run or reached, exactly. */
export type DefinitionLine = {
  /** Such as `command`, `argument 1`, `env API_KEY`, `address`, `header Authorization`. */
  readonly label: string
  /** As written, unexpanded. HIDDEN_VALUE where a literal may be secret. */
  readonly text: string
  /** Of what the text leaves out. */
  readonly hidden?: HiddenPart
  /** What was there when it was last trusted; absent when it is the same or there was nothing. */
  readonly change?: { readonly kind: 'added' | 'changed' | 'removed'; readonly before?: string }
}

/** A variable, secret or input that is read, and where its value goes. */
export type ValueFlow = {
  readonly kind: 'variable' | 'secret' | 'input' | 'env file'
  readonly name: string
  readonly goesTo: string
  /** It goes over the network to another host. */
  readonly leaves: boolean
}

export type TrustSubject = {
  readonly hash: string
  readonly name: string
  readonly scope: ServerScope
  readonly source: string
  readonly lines: readonly DefinitionLine[]
  readonly flows: readonly ValueFlow[]
  readonly warnings: readonly Warning[]
  /** It was trusted as something else before. */
  readonly isChanged: boolean
  /** You trusted it before the variables of its env file were a part of the question. */
  readonly isFileUnseen: boolean
  /** The person refused it before. */
  readonly wasRefused: boolean
}

export const FILE_UNSEEN =
  'You trusted it before Patchbay asked about the variables in its env file. They are listed below; a new name in that file is asked about from now on.'

export type InputField = {
  readonly id: string
  readonly label: string
  readonly description?: string
  readonly isSecret: boolean
  readonly defaultValue?: string
  readonly options?: readonly string[]
  /** What asks for it, such as the name of a server. */
  readonly askedBy: string
  /** It may be remembered as a secret. */
  readonly canRemember: boolean
}

/** A model to which questions of servers may go, and with them a key. */
export type ModelSubject = ModelEndpoint & {
  /** Exactly where questions are sent. */
  readonly address: string
  /** They go over the network to another host. */
  readonly leaves: boolean
}

/** Something that a person says yes to after they have seen it line by line. */
export type ConfirmSubject = {
  readonly title: string
  readonly intro: string
  /** Whole sentences. */
  readonly warnings: readonly string[]
  readonly lines: readonly DefinitionLine[]
  /** What the button says. */
  readonly accept: string
  readonly hint: string
}
