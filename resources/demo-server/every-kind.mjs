// One property for every kind of argument that real servers ask for.

export const everyKindSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['text', 'count'],
  properties: {
    text: { type: 'string', description: 'Any text.', minLength: 1, examples: ['hello'] },
    note: { type: ['string', 'null'], description: 'Text, or null, or absent.' },
    date: { type: 'string', format: 'date' },
    time: { type: 'string', format: 'time' },
    moment: { type: 'string', format: 'date-time' },
    email: { type: 'string', format: 'email' },
    link: { type: 'string', format: 'uri' },
    id: { type: 'string', format: 'uuid' },
    file: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    slug: { type: 'string', pattern: '^[a-z-]+$', maxLength: 20 },
    count: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
    ratio: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.25 },
    isUrgent: { type: 'boolean', default: false },
    nothing: { type: 'null' },
    colour: { type: 'string', enum: ['red', 'green', 'blue'], default: 'green' },
    size: {
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'm', title: 'Medium' },
        { const: 'l', title: 'Large' }
      ]
    },
    mixed: { enum: [1, 'one', true, null] },
    version: { const: 2 },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    flavours: { type: 'array', items: { enum: ['sweet', 'salty', 'sour'] } },
    point: {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'number' }],
      items: false
    },
    people: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
        required: ['name']
      }
    },
    address: {
      type: 'object',
      properties: {
        street: { type: 'string' },
        country: { type: 'string', default: 'CH' }
      }
    },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    freeForm: { type: 'object' },
    shape: {
      oneOf: [
        {
          title: 'Circle',
          type: 'object',
          properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
          required: ['kind', 'radius']
        },
        {
          title: 'Rectangle',
          type: 'object',
          properties: {
            kind: { const: 'rectangle' },
            width: { type: 'number' },
            height: { type: 'number' }
          },
          required: ['kind', 'width', 'height']
        }
      ]
    },
    tree: { $ref: '#/$defs/node' },
    anything: { description: 'No type at all.' }
  },
  $defs: {
    node: {
      type: 'object',
      properties: {
        label: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } }
      }
    }
  }
}
