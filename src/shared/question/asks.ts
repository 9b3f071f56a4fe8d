/**
 * What you can be asked, in one union, whoever asks and wherever it is shown. Main and core make
 * every question themselves, so there is nothing to distrust in one; answers are parsed, in answers.ts.
 */
import type { Json, JsonObject } from '../json/json'
import type { ConfirmSubject, InputField, ModelSubject, TrustSubject } from './prompt'

export type ConsentAsk = {
  readonly kind: 'consent'
  readonly action: string
  readonly details?: Json
  /** What it says that nobody has agreed on. */
  readonly more?: JsonObject
}

export type ApprovalAsk = {
  readonly kind: 'approval'
  /** Absent where it is not clear which one a server would read in the frame. */
  readonly tool?: string
  /** The server does not list the tool. */
  readonly isUnlisted?: boolean
  /** Exactly what is sent. */
  readonly arguments: JsonObject
  /** Goes with it, beside what Patchbay adds itself. */
  readonly meta?: JsonObject
  /** The text that is sent as it is, where it is not Patchbay that writes the frame. */
  readonly frame?: string
  /** A whole sentence: why the person is asked. */
  readonly why: string
  /** The definition as it was when it was last approved, and as it is; as JSON. */
  readonly change?: { readonly before?: string; readonly after: string }
  /** The same of the instructions of its server. */
  readonly serverChange?: { readonly before?: string; readonly after: string }
}

export type FormAsk = {
  readonly kind: 'form'
  readonly message: string
  readonly schema: JsonObject
  /** The fields that seem to want something secret. */
  readonly secretFields: readonly string[]
}

export type UrlAsk = {
  readonly kind: 'url'
  readonly message: string
  readonly url: string
  readonly link:
    | {
        readonly isAllowed: true
        readonly host: string
        readonly domain: string
        readonly warnings: readonly string[]
      }
    | { readonly isAllowed: false; readonly why: string }
  /** The page is open, and the call is made again once the person is done with it. */
  readonly isOpened?: boolean
}

export type SamplingAsk = {
  readonly kind: 'sampling'
  readonly messages: readonly Json[]
  readonly systemPrompt?: string
  /** In the order of preference. */
  readonly modelHints: readonly string[]
  readonly maxTokens?: number
  readonly includeContext?: string
  readonly tools: readonly Json[]
  /** Everything else that it says. */
  readonly more: JsonObject
  /** The revision of the session, which decides what an answer may hold. */
  readonly revision?: string
}

export type RootsAsk = { readonly kind: 'roots' }

/** The sign-in of the person does not allow what they want to do: more would have to be granted. */
export type ScopesAsk = {
  readonly kind: 'scopes'
  /** The tool that was called, or else the method. */
  readonly action: string
  readonly newScopes: readonly string[]
  /** All that will be asked for, the new ones included. */
  readonly allScopes: readonly string[]
  /** In the words of the server. */
  readonly reason?: string
}

/** Whether servers may run. */
export type TrustAsk = { readonly kind: 'trust'; readonly subjects: readonly TrustSubject[] }

/** The values that a server needs. */
export type ValuesAsk = {
  readonly kind: 'values'
  readonly title: string
  readonly fields: readonly InputField[]
  /** A whole sentence: where remembered values are kept. */
  readonly explanation: string
}

/** Whether a model may be asked. */
export type ModelAsk = { readonly kind: 'model'; readonly subject: ModelSubject }

export type ConfirmAsk = { readonly kind: 'confirm'; readonly subject: ConfirmSubject }

/** What servers ask. */
type ServerAsk = ConsentAsk | FormAsk | UrlAsk | SamplingAsk | RootsAsk

/** What Patchbay asks because of something that you or a program does. */
type OwnAsk = ApprovalAsk | ScopesAsk

/** In the sheet of the main window. */
export type SheetAsk = ServerAsk | OwnAsk

/** In a window of main's own, which the main window cannot reach, or on the command line. */
export type WindowAsk = TrustAsk | ValuesAsk | ModelAsk | ConfirmAsk

export type Ask = SheetAsk | WindowAsk

export type ServerKind = ServerAsk['kind']
export type OwnKind = OwnAsk['kind']
export type SheetKind = SheetAsk['kind']
export type WindowKind = WindowAsk['kind']
export type QuestionKind = Ask['kind']
export type AskOf<Kind extends QuestionKind> = Extract<Ask, { kind: Kind }>
