// Prompts: with and without arguments, with all content, and one of a shape that is not allowed.
import { everyBlock } from './content-tools.mjs'
import { text } from './tool-words.mjs'

const say = (role, value) => ({ role, content: text(value) })

const prompts = [
  {
    name: 'hello',
    title: 'Say hello',
    description: 'Takes no arguments.',
    get: () => ({ messages: [say('user', 'Say hello to whoever reads this.')] })
  },
  {
    name: 'weather-report',
    title: 'A weather report',
    description: 'The cities that are suggested are those of the country.',
    arguments: [
      { name: 'country', title: 'Country', description: 'Which country.', required: true },
      { name: 'city', title: 'City', description: 'A city of that country.', required: true },
      { name: 'tone', description: 'How it is to sound.' }
    ],
    get: ({ country, city, tone = 'calm' }) => ({
      description: `A weather report for ${city}`,
      messages: [
        say('user', `How is the weather in ${city}, ${country}?`),
        say('assistant', `In a ${tone} voice: it is **11.5 degrees** in ${city}.`)
      ]
    })
  },
  {
    name: 'review-code',
    title: 'Review code',
    description: 'Takes a text of several lines.',
    arguments: [
      { name: 'code', description: 'The code, over as many lines as it has.', required: true },
      { name: 'language', description: 'In which language it is written.' }
    ],
    get: ({ code, language = '' }) => ({
      messages: [say('user', `Review this:\n\n\`\`\`${language}\n${code}\n\`\`\``)]
    })
  },
  {
    name: 'every-content',
    title: 'Every kind of content',
    description: 'One message for every kind of content that there is.',
    get: () => ({
      description: 'One message for every kind',
      messages: everyBlock().map((content, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content
      }))
    })
  },
  {
    name: 'break-shape',
    description: 'Answers with a role and with content that the protocol does not know.',
    get: () => ({
      description: 'Review code for quality',
      arguments: [{ name: 'code', description: 'Code to review', required: true }],
      messages: [{ role: 'system', content: 'You are a code reviewer.' }]
    })
  }
]

export const listedPrompts = prompts.map(({ get: _get, ...listed }) => listed)

export function findPrompt(name) {
  return prompts.find((prompt) => prompt.name === name)
}
