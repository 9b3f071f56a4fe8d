import { describe, expect, it } from 'vitest'
import { adviceOn, type AdviceRule } from './advice'
import type { Tool } from '../calls/catalogue'
import { REAL_TOOLS } from '../schema/fixtures/real-tools'

const good: Tool = {
  name: 'create_issue',
  description: 'Creates a new issue in a repository.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  inputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'One line.' },
      state: { enum: ['open', 'closed'], description: 'Either "open" or "closed".' },
      limit: { type: 'integer', minimum: 1, description: 'How many.' },
      labels: { type: 'array', items: { type: 'string' }, description: 'Names of labels.' },
      place: { $ref: '#/$defs/place' }
    },
    required: ['title'],
    $defs: { place: { type: 'object', description: 'Where.' } }
  }
}

function rules(tool: Tool): readonly AdviceRule[] {
  return adviceOn(tool).map(({ rule }) => rule)
}

function withParameter(name: string, schema: object): Tool {
  return { ...good, inputSchema: { type: 'object', properties: { [name]: schema } } }
}

/** The words of real servers, and others that name several verbs and one task. */
const ORDINARY_DESCRIPTIONS = [
  'Echoes back the input string',
  'Simulates a deep research operation that gathers, analyzes, and synthesizes information.',
  'Read a file and return it as a base64-encoded content block with its MIME type.',
  'Create a new file or completely overwrite an existing file with new content.',
  'Create a new directory or ensure a directory exists.',
  'Move or rename files and directories.',
  'Delete multiple entities and their associated relations from the knowledge graph',
  'Returns up to ten resource links that reference different types of resources',
  'Lists the create, update and delete events of a repository.',
  'Find, filter and sort issues.',
  'Read, get or fetch one page.',
  'Get an issue. Use create_issue, update_issue or delete_issue to change it.'
]

describe('A tool that is described well', () => {
  it('gets no advice', () => {
    expect(adviceOn(good)).toEqual([])
  })

  it.each(['getWeather', 'web.search', 'browser-click', 'sequentialthinking_think', 'read'])(
    'may be named %s',
    (name) => {
      expect(rules({ ...good, name })).toEqual([])
    }
  )
})

describe('Advice is given', () => {
  it.each<[string, Tool, AdviceRule]>([
    ['on a name that is only a thing', { ...good, name: 'issue' }, 'name-without-verb'],
    ['on a name with a space', { ...good, name: 'create issue' }, 'name-characters'],
    ['on a name in another alphabet', { ...good, name: '天气' }, 'name-characters'],
    ['on a name with two tasks', { ...good, name: 'get_and_delete_issue' }, 'several-tasks'],
    [
      'on a parameter that chooses the task',
      withParameter('action', { enum: ['create', 'close', 'delete'], description: 'What to do.' }),
      'several-tasks'
    ],
    [
      'on choices that are listed in plain words',
      withParameter('format', { type: 'string', description: 'One of excel or grist' }),
      'parameter-choices'
    ],
    [
      'on a limit that only the description gives',
      withParameter('days', { type: 'integer', description: 'How many, between 1 and 30.' }),
      'parameter-limits'
    ],
    [
      'on a length that only the description gives',
      withParameter('title', { type: 'string', description: 'At most 256 characters.' }),
      'parameter-limits'
    ],
    ...[
      'Maximum 50 characters',
      'Maximum length: 50 characters.',
      'The title (50 characters max).',
      'Must not exceed 50 characters.',
      'Limited to 50 chars',
      '50 characters or less'
    ].map((description): [string, Tool, AdviceRule] => [
      `on a length that is given as “${description}”`,
      withParameter('title', { type: 'string', description }),
      'parameter-limits'
    ]),
    [
      'on a length of what may also be null',
      withParameter('title', {
        type: ['string', 'null'],
        description: 'Maximum 50 characters'
      }),
      'parameter-limits'
    ],
    ...[
      'create, update or delete',
      'What to do: create, update, or delete.',
      'How to change it (create|update|delete)'
    ].map((description): [string, Tool, AdviceRule] => [
      `on a list of what can be done, as in “${description}”`,
      withParameter('change', { type: 'string', description }),
      'parameter-choices'
    ]),
    ...[
      'Create, update or delete issues.',
      'Creates, updates, and deletes issues of a repository.',
      'This tool allows you to list, add and remove labels.',
      'A tool for creating, updating and deleting issues.',
      'Works with issues. Can create, edit or delete them.',
      'Manages issues:\n- create: a new one\n- update: one that there is\n- delete: for good'
    ].map((description): [string, Tool, AdviceRule] => [
      `on several tasks, as in “${description}”`,
      { ...good, description },
      'several-tasks'
    ]),
    ['on a long name', { ...good, name: `get_${'x'.repeat(61)}` }, 'name-length'],
    ['on a missing description', { ...good, description: ' ' }, 'description-missing'],
    ['on a short description', { ...good, description: 'Does it.' }, 'description-short'],
    [
      'on a description that repeats the name',
      { ...good, name: 'create_new_issue', description: 'Create new issue.' },
      'description-short'
    ],
    [
      'on claims that contradict each other',
      { ...good, annotations: { readOnlyHint: true, destructiveHint: true } },
      'contradicting-claims'
    ],
    [
      'on a parameter without a description',
      withParameter('a', { type: 'string' }),
      'parameter-description'
    ],
    ['on a parameter without a type', withParameter('a', { description: 'x' }), 'parameter-type'],
    [
      'on an array without items',
      withParameter('a', { type: 'array', description: 'x' }),
      'array-items'
    ],
    [
      'on choices that only the description lists',
      withParameter('a', { type: 'string', description: 'One of "asc" or \'desc\'.' }),
      'parameter-choices'
    ],
    [
      'on a limit without limits',
      withParameter('maxResults', { type: 'integer', description: 'x' }),
      'parameter-limits'
    ],
    [
      'on what only the description requires',
      withParameter('a', { type: 'string', description: '(required) The name.' }),
      'parameter-required'
    ]
  ])('%s', (_on, tool, rule) => {
    expect(rules(tool)).toEqual([rule])
  })

  it('on an action whose tasks only its description lists', () => {
    const schema = { type: 'string', description: 'create, update or delete' }
    expect(rules(withParameter('action', schema))).toEqual(['several-tasks', 'parameter-choices'])
  })

  it('with the place of the parameter and a reason', () => {
    const [advice] = adviceOn(withParameter('a/b', { type: 'string' }))
    expect(advice).toMatchObject({
      pointer: '/properties/a~1b',
      message: 'The parameter "a/b" has no description.',
      reason: expect.stringMatching(/\.$/) as unknown
    })
  })
})

describe('No advice is given', () => {
  it.each<[string, Tool]>([
    [
      'on words that are only examples',
      withParameter('a', { type: 'string', description: 'A name, such as "x" or "y".' })
    ],
    [
      'on what is required only sometimes',
      withParameter('a', { type: 'string', description: 'Required if b is there.' })
    ],
    [
      'on things that are named in a row',
      withParameter('query', { type: 'string', description: 'name, email or phone' })
    ],
    [
      'on verbs in the middle of a sentence',
      withParameter('event', {
        type: 'string',
        description: 'The name of the create, update or delete event to wait for.'
      })
    ],
    [
      'on a length of something else',
      withParameter('path', {
        type: 'string',
        description: 'A file of at most 50 characters a line'
      })
    ],
    ['on an ordinary number', withParameter('amount', { type: 'number', description: 'x' })],
    ['on the wording of a schema that cannot be used', { ...good, inputSchema: { $ref: '#' } }],
    ['on a tool that has no parameters', { ...good, inputSchema: { type: 'object' } }]
  ])('%s', (_on, tool) => {
    expect(rules(tool)).toEqual([])
  })

  it.each(ORDINARY_DESCRIPTIONS)('on a tool that says “%s”', (description) => {
    expect(rules({ ...good, description })).toEqual([])
  })

  it('on the names of most real tools', () => {
    const unclear = REAL_TOOLS.filter(({ name }) =>
      rules({ ...good, name }).includes('name-without-verb')
    )
    expect(unclear.map(({ name }) => name)).toEqual([
      'sequentialthinking',
      'browser_console_messages',
      'browser_network_requests',
      'browser_tabs',
      'directory_tree',
      'tools_documentation'
    ])
  })
})

describe('A hostile tool', () => {
  it('gets no endless advice', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [`__proto__${index}`, { type: 'string' }])
    )
    const tool = { ...good, inputSchema: { type: 'object', properties } }
    expect(adviceOn(tool)).toHaveLength(50)
  })
})
