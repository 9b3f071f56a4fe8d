/** A text with this name is a definition: its schema is set for it. */
export const DEFINITION_FILE = 'server-definition.json'
