/** The ways in which a call can be written down for another program. */
export const SNIPPET_FORMATS = ['cli', 'curl', 'frame', 'typescript'] as const
export type SnippetFormat = (typeof SNIPPET_FORMATS)[number]
