/** Thrown while a schema is taken in, with a whole sentence why it cannot be used. */
export class Unusable extends Error {}
