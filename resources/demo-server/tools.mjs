// What the demo server can do. Each tool shows one feature.
import { setTimeout as pause } from 'node:timers/promises'
import { askTools, turncoat } from './ask-tools.mjs'
import { brokenTools } from './broken-tools.mjs'
import { contentTools } from './content-tools.mjs'
import { everyKindSchema } from './every-kind.mjs'
import { changeTools } from './change-tools.mjs'
import { LEVELS } from './levels.mjs'
import { picture, sound } from './media.mjs'
import { noArguments, object, readOnly, say, text, weather } from './tool-words.mjs'

const plainTools = [
  {
    name: 'echo',
    title: 'Echo',
    description: 'Answers with the message it was given.',
    inputSchema: object({
      message: { type: 'string', description: 'What to send back.' }
    }),
    annotations: readOnly,
    call: ({ message }) => say(String(message))
  },
  {
    name: 'add',
    title: 'Add two numbers',
    description: 'Adds two numbers, and answers with text and with structured content.',
    inputSchema: object({
      a: { type: 'number', description: 'The first number.', default: 2 },
      b: { type: 'number', description: 'The second number.', default: 3 }
    }),
    outputSchema: object({ sum: { type: 'number' } }),
    annotations: readOnly,
    call: ({ a = 2, b = 3 }) => ({
      content: [text(JSON.stringify({ sum: a + b }))],
      structuredContent: { sum: a + b }
    })
  },
  {
    name: 'every-kind',
    title: 'Every kind of argument',
    description: 'Takes one argument of every kind JSON Schema has, and answers with what arrived.',
    inputSchema: everyKindSchema,
    annotations: readOnly,
    call: (args) => ({ content: [text(JSON.stringify(args, null, 2))], structuredContent: args })
  },
  {
    name: 'count-to',
    title: 'Count, with progress',
    description: 'Counts to a number and reports progress with a total at every step.',
    inputSchema: object({
      steps: { type: 'integer', minimum: 1, maximum: 100_000, default: 5 },
      pauseMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 200 }
    }),
    annotations: readOnly,
    call: async ({ steps = 5, pauseMs = 200 }, { progress, signal }) => {
      for (let step = 1; step <= steps; step++) {
        if (pauseMs > 0) await pause(pauseMs, undefined, { signal })
        progress(step, steps, `step ${step} of ${steps}`)
      }
      return say(`Counted to ${steps}.`)
    }
  },
  {
    name: 'wait',
    title: 'Wait, to be cancelled',
    description: 'Works for a while without knowing how long, and stops when it is cancelled.',
    inputSchema: object({
      seconds: { type: 'number', minimum: 0, maximum: 3_600, default: 30 }
    }),
    annotations: readOnly,
    call: async ({ seconds = 30 }, { progress, signal }) => {
      const until = Date.now() + seconds * 1_000
      for (let tick = 1; Date.now() < until; tick++) {
        await pause(Math.min(250, until - Date.now()), undefined, { signal })
        progress(tick, undefined, 'still at it')
      }
      return say(`Waited ${seconds} s.`)
    }
  },
  {
    name: 'show-picture',
    description: 'Answers with an image.',
    inputSchema: noArguments,
    annotations: readOnly,
    call: () => ({ content: [text('A gradient:'), picture()] })
  },
  {
    name: 'play-sound',
    description: 'Answers with one second of audio.',
    inputSchema: noArguments,
    annotations: readOnly,
    call: () => ({ content: [sound()] })
  },
  {
    name: 'link-resources',
    description: 'Answers with a link to a resource and with a resource inside the answer.',
    inputSchema: noArguments,
    annotations: readOnly,
    call: () => ({
      content: [
        { type: 'resource_link', uri: 'demo://notes/1', name: 'Note 1', mimeType: 'text/plain' },
        {
          type: 'resource',
          resource: {
            uri: 'demo://notes/2',
            mimeType: 'text/markdown',
            text: '# Note 2\n\nInside.'
          }
        }
      ]
    })
  },
  {
    name: 'get-weather',
    description: 'Answers with structured content that fits its output schema.',
    inputSchema: object({ city: { type: 'string', enum: ['Bern', 'Oslo', 'Quito'] } }),
    outputSchema: weather,
    annotations: readOnly,
    call: ({ city }) => {
      const structuredContent = { city, celsius: 11.5, windy: city === 'Oslo' }
      return { content: [text(JSON.stringify(structuredContent))], structuredContent }
    }
  },
  {
    name: 'answer-nothing',
    description: 'Answers with an empty result. That is allowed, and not the same as no answer.',
    inputSchema: noArguments,
    annotations: readOnly,
    call: () => ({ content: [] })
  },
  {
    name: 'answer-much',
    description: 'Answers with a text of the given size.',
    inputSchema: object({
      kilobytes: { type: 'integer', minimum: 1, maximum: 15_000, default: 100 }
    }),
    annotations: readOnly,
    call: ({ kilobytes = 100 }) => say('0123456789abcde\n'.repeat(kilobytes * 64))
  },
  {
    name: 'log-levels',
    description: 'Sends one log message of every level before it answers.',
    inputSchema: noArguments,
    annotations: readOnly,
    call: (_args, { log }) => {
      for (const level of LEVELS) {
        log(level, { note: `This is ${level}.` })
      }
      return say('Logged.')
    }
  },
  {
    name: 'write-stderr',
    description: 'Writes lines to stderr before it answers.',
    inputSchema: object({ lines: { type: 'integer', minimum: 1, maximum: 10_000, default: 3 } }),
    call: ({ lines = 3 }) => {
      for (let line = 1; line <= lines; line++) process.stderr.write(`demo: line ${line}\n`)
      return say(`Wrote ${lines} lines to stderr.`)
    }
  },
  {
    name: 'fail',
    title: 'Fail as a tool',
    description: 'Answers with a result in which the tool says that it failed.',
    inputSchema: object({
      reason: { type: 'string', default: 'The moon is in the wrong phase. Try again tomorrow.' }
    }),
    call: ({ reason = 'The moon is in the wrong phase.' }) => ({ ...say(reason), isError: true })
  }
]

/** Tools that came to be while the server runs. */
const addedTools = []

const readTime = turncoat()

const tools = () => [
  ...plainTools,
  ...brokenTools,
  ...contentTools,
  ...changeTools(addTool),
  ...askTools,
  readTime(),
  ...addedTools
]

export function listedTools() {
  return tools().map(({ call: _call, version: _version, ...listed }) => listed)
}

export function findTool(name) {
  return tools().find((tool) => tool.name === name)
}

/** One that is there already gets a new description. */
function addTool(name) {
  const known = addedTools.find((tool) => tool.name === name)
  if (known) {
    known.version++
    known.description = `Answers with its name. Version ${known.version}.`
    return false
  }
  addedTools.push({
    name,
    version: 1,
    description: 'Answers with its name. Version 1.',
    inputSchema: noArguments,
    annotations: readOnly,
    call: () => say(`This is ${name}.`)
  })
  return true
}
