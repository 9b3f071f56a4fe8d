// Tools that misbehave on purpose, each in one way.
import { noArguments, object, say, text, weather } from './tool-words.mjs'

export const brokenTools = [
  {
    name: 'break-with-error',
    title: 'Fail as a protocol',
    description: 'Answers with a JSON-RPC error instead of a result.',
    inputSchema: object({
      code: { type: 'integer', default: -32000 },
      message: { type: 'string', default: 'Something went wrong in the server.' }
    }),
    call: ({ code = -32000, message = 'Something went wrong in the server.' }, { fail }) =>
      fail(code, message, { asked: true })
  },
  {
    name: 'break-output-schema',
    description: 'Answers with structured content that does not fit its output schema.',
    inputSchema: noArguments,
    outputSchema: weather,
    call: () => ({
      content: [text('The structured content is wrong on purpose.')],
      structuredContent: { city: 7, celsius: 'warm' }
    })
  },
  {
    name: 'break-stdout',
    description: 'Prints a line to stdout that is not a frame, as a stray console.log does.',
    inputSchema: object({ line: { type: 'string', default: 'Server listening on port 3000' } }),
    call: ({ line = 'Server listening on port 3000' }, { print }) => {
      print(`${line}\n`)
      return say('Printed a line that is not a frame.')
    }
  },
  {
    name: 'break-silence',
    description: 'Never answers.',
    inputSchema: noArguments,
    call: () => new Promise(() => {})
  },
  {
    name: 'break-shutdown',
    description: 'From now on the server stays when its stdin is closed and when it gets SIGTERM.',
    inputSchema: noArguments,
    call: () => {
      process.removeAllListeners('SIGTERM').on('SIGTERM', () => {})
      process.exit = () => {}
      setInterval(() => {}, 60_000)
      return say('Only SIGKILL will end this server now.')
    }
  },
  {
    name: 'break-server',
    title: 'Crash the server',
    description: 'Ends the server process in the middle of the call.',
    inputSchema: object({ code: { type: 'integer', minimum: 0, maximum: 255, default: 7 } }),
    annotations: { destructiveHint: true },
    call: ({ code = 7 }) => {
      process.stderr.write('demo: out of cheese, giving up\n')
      process.exit(code)
    }
  },
  {
    name: 'break-agreement',
    description: 'Answers with text that says something else than its structured content.',
    inputSchema: noArguments,
    outputSchema: weather,
    call: () => ({
      content: [text(JSON.stringify({ city: 'Bern', celsius: 30, windy: false }))],
      structuredContent: { city: 'Bern', celsius: 11.5, windy: true }
    })
  },
  {
    name: 'break-missing-structure',
    description: 'Promises structured content, and answers with text alone.',
    inputSchema: noArguments,
    outputSchema: weather,
    call: () => say('It is fine weather in Bern.')
  }
]
