/** Thrown while a schema is taken in, with a whole sentence why it cannot be used. */
export class Unusable extends Error {
  constructor(
    message: string,
    /** Another program might use it: it is Patchbay that does not. */
    readonly isOurLimit = false
  ) {
    super(message)
  }
}
