/** What was read from a part of the text, or why nothing was. */
export type Read<Value> =
  | { readonly isRead: true; readonly value: Value }
  | {
      readonly isRead: false
      /** A whole sentence for a person. */
      readonly problem: string
    }
