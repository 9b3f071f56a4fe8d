/** What can be asked about one kind of record. The grammar is the same for all, the words are not. */
import type { RpcId } from '../protocol/json-rpc'
import type { Range, Unit } from './amounts'
import type { Glob } from './glob'
import type { Moment } from './moments'

export type HelpLine = { readonly example: string; readonly meaning: string }

export type NameKind = 'servers' | 'methods' | 'tools' | 'resources' | 'prompts' | 'rules'

/** The names in the records, for completion. */
export type KnownNames = Readonly<Partial<Record<NameKind, readonly string[]>>>

export type FieldDefinition = HelpLine & {
  /** One record can match several values, so that adding a term does not replace the one there is. */
  readonly hasMany?: boolean
} & (
    | { readonly takes: 'name'; readonly names: readonly NameKind[] }
    | {
        readonly takes: 'word'
        /** The words, and what each means. */
        readonly words: Readonly<Record<string, string>>
        /** Other words for these. */
        readonly synonyms?: Readonly<Record<string, string>>
        /** What records call a word, where that is something else. */
        readonly stored?: Readonly<Record<string, string>>
      }
    | { readonly takes: 'amount'; readonly unit: Unit }
    | { readonly takes: 'id' | 'time' | 'text' }
  )

export type Vocabulary = {
  readonly fields: Readonly<Record<string, FieldDefinition>>
  /**
   * Frames are full of words with a colon, so an unknown field in a filter for them is looked for as
   * text, with a remark. Where this is false, it is an error.
   */
  readonly takesUnknownFieldsAsText: boolean
  /** The field that `#41` stands for. */
  readonly numberField?: string
  /** Fields whose values complete a word that is typed without a field. */
  readonly completesWords: readonly string[]
  /** Examples beside those of the fields. */
  readonly help: { readonly before: readonly HelpLine[]; readonly after: readonly HelpLine[] }
}

export type FieldName<V extends Vocabulary> = keyof V['fields'] & string

/** What a condition holds, by what its field takes. */
export type Alternatives = {
  readonly name: readonly Glob[]
  readonly word: readonly string[]
  readonly amount: readonly Range[]
  readonly id: readonly RpcId[]
  readonly time: Moment
  readonly text: readonly string[]
}

export type TakenBy<V extends Vocabulary, F extends FieldName<V>> = V['fields'][F]['takes']

export function named(example: string, meaning: string, ...names: readonly NameKind[]) {
  return { example, meaning, takes: 'name', names } as const
}

export function amount(example: string, meaning: string, unit: Unit) {
  return { example, meaning, takes: 'amount', unit } as const
}

export function moment(example: string, meaning: string) {
  return { example, meaning, takes: 'time' } as const
}

export function fieldNames<V extends Vocabulary>({ fields }: V): readonly FieldName<V>[] {
  return Object.keys(fields)
}

/** The language in examples, for whoever has to learn it. */
export function helpFor({ fields, help }: Vocabulary): readonly HelpLine[] {
  return [...help.before, ...Object.values(fields), ...help.after]
}
