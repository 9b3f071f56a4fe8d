// What the tools have in common: how they describe their arguments and how they answer.

export const text = (value) => ({ type: 'text', text: value })
export const say = (value) => ({ content: [text(value)] })
/** What has a default need not be sent. */
export const object = (properties) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !('default' in properties[name]))
})
export const noArguments = { type: 'object', properties: {} }
export const readOnly = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

export const weather = object({
  city: { type: 'string' },
  celsius: { type: 'number' },
  windy: { type: 'boolean' }
})
