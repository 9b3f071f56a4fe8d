// Tools that answer with every kind of content, and that describe themselves in every way.
import { picture, smallPicture, sound } from './media.mjs'
import { noArguments, object, readOnly, text } from './tool-words.mjs'

const person = object({
  name: { type: 'string' },
  age: { type: 'integer' },
  city: { type: 'string' }
})

/** One block of every kind that the protocol has. */
export function everyBlock() {
  return [
    {
      ...text(
        '# Markdown\n\nA *text* with a [link](https://example.com/) and a list:\n\n- one\n- two'
      ),
      annotations: { audience: ['user'], priority: 0.9, lastModified: '2026-03-01T12:00:00Z' }
    },
    picture(),
    sound(),
    {
      type: 'resource_link',
      uri: 'demo://notes/1',
      name: 'Note 1',
      title: 'The first note',
      description: 'It can be read under Resources.',
      mimeType: 'text/plain',
      size: 22
    },
    {
      type: 'resource',
      resource: {
        uri: 'demo://data/people.json',
        mimeType: 'application/json',
        text: '{"a":[1,2]}'
      }
    },
    {
      type: 'resource',
      resource: {
        uri: 'demo://files/bytes.bin',
        mimeType: 'application/octet-stream',
        blob: 'AAEC/w=='
      }
    }
  ]
}

export const contentTools = [
  {
    name: 'every-content',
    title: 'Every kind of content',
    description: 'Answers with text, image, audio, a link to a resource, and resources inside.',
    inputSchema: noArguments,
    annotations: readOnly,
    call: () => ({ content: everyBlock() })
  },
  {
    name: 'list-people',
    description: 'Answers with structured content that is a list of objects.',
    inputSchema: object({ count: { type: 'integer', minimum: 0, maximum: 1_000, default: 5 } }),
    outputSchema: object({ people: { type: 'array', items: person } }),
    annotations: readOnly,
    call: ({ count = 5 }) => {
      const people = Array.from({ length: count }, (_, index) => ({
        name: `Person ${index + 1}`,
        age: 20 + ((index * 7) % 60),
        city: ['Bern', 'Oslo', 'Quito'][index % 3]
      }))
      const structuredContent = { people }
      return { content: [text(JSON.stringify(structuredContent))], structuredContent }
    }
  },
  {
    name: 'describe-itself',
    title: 'A tool with everything around it',
    description: 'Has icons, can be called as a task, and brings an app of its own.',
    inputSchema: noArguments,
    annotations: { ...readOnly, title: 'Another title, in the annotations' },
    icons: [{ src: smallPicture(), mimeType: 'image/png', sizes: ['16x16'] }],
    execution: { taskSupport: 'optional' },
    _meta: { ui: { resourceUri: 'ui://demo/panel' } },
    call: () => ({ content: [text('Look at how it is listed.')] })
  }
]
