/**
 * What the questions are about that only main may ask, in a window which the main window cannot
 * reach: a server that may run, the values that it needs, a model that may be asked.
 */
import type { HiddenPart } from '../text/hidden-part'
import type { ServerScope, Warning } from '../servers/server-config'
import type { Parsed, Zod } from './record'

/** One line of what will be run or reached, exactly. */
export const definitionLine = (z: Zod) =>
  z.strictObject({
    /** Such as `command`, `argument 1`, `env API_KEY`, `address`, `header Authorization`. */
    label: z.string(),
    /** As written, unexpanded. HIDDEN_VALUE where a literal may be secret. */
    text: z.string(),
    /** Of what the text leaves out. */
    hidden: z.exactOptional(z.custom<HiddenPart>()),
    /** What was there when it was last trusted; absent when it is the same or there was nothing. */
    change: z.exactOptional(
      z.strictObject({
        kind: z.enum(['added', 'changed', 'removed']),
        before: z.exactOptional(z.string())
      })
    )
  })
export type DefinitionLine = Readonly<Parsed<typeof definitionLine>>

/** A variable, secret or input that is read, and where its value goes. */
const valueFlow = (z: Zod) =>
  z.strictObject({
    kind: z.enum(['variable', 'secret', 'input', 'env file']),
    name: z.string(),
    goesTo: z.string(),
    /** It goes over the network to another host. */
    leaves: z.boolean()
  })
export type ValueFlow = Readonly<Parsed<typeof valueFlow>>

export const trustSubject = (z: Zod) =>
  z.strictObject({
    hash: z.string(),
    name: z.string(),
    scope: z.custom<ServerScope>(),
    source: z.string(),
    lines: z.array(definitionLine(z)).readonly(),
    flows: z.array(valueFlow(z)).readonly(),
    warnings: z.array(z.custom<Warning>()).readonly(),
    /** It was trusted as something else before. */
    isChanged: z.boolean(),
    /** You trusted it before the variables of its env file were a part of the question. */
    isFileUnseen: z.boolean(),
    /** The person refused it before. */
    wasRefused: z.boolean()
  })
export type TrustSubject = Readonly<Parsed<typeof trustSubject>>

export const FILE_UNSEEN =
  'You trusted it before Patchbay asked about the variables in its env file. They are listed below; a new name in that file is asked about from now on.'

export const inputField = (z: Zod) =>
  z.strictObject({
    id: z.string(),
    label: z.string(),
    description: z.exactOptional(z.string()),
    isSecret: z.boolean(),
    defaultValue: z.exactOptional(z.string()),
    options: z.exactOptional(z.array(z.string()).readonly()),
    /** What asks for it, such as the name of a server. */
    askedBy: z.string(),
    /** It may be remembered as a secret. */
    canRemember: z.boolean(),
    /** It may be left empty. */
    isOptional: z.exactOptional(z.boolean())
  })
export type InputField = Readonly<Parsed<typeof inputField>>

/** A model to which questions of servers may go, and with them a key. */
export const modelSubject = (z: Zod) =>
  z.strictObject({
    /** Such as http://localhost:11434/v1; empty when there is no model. */
    baseUrl: z.string(),
    model: z.string(),
    /** Of the secret that holds the key; empty when none is needed. */
    keyName: z.string(),
    /** Exactly where questions are sent. */
    address: z.string(),
    /** They go over the network to another host. */
    leaves: z.boolean()
  })
export type ModelSubject = Readonly<Parsed<typeof modelSubject>>

/** Something that a person says yes to after they have seen it line by line. */
export const confirmSubject = (z: Zod) =>
  z.strictObject({
    title: z.string(),
    intro: z.string(),
    /** Whole sentences. */
    warnings: z.array(z.string()).readonly(),
    lines: z.array(definitionLine(z)).readonly(),
    /** What the button says. */
    accept: z.string(),
    hint: z.string()
  })
export type ConfirmSubject = Readonly<Parsed<typeof confirmSubject>>
