/** What the two sides declared that they can do, in words. */
import { canBeSubscribedTo } from '../../../shared/calls/exchange'
import { isObject } from '../../../shared/json/json'

export type Capability = {
  /** As it is named on the wire. */
  readonly name: string
  /** Whole sentences. */
  readonly words: string
  /** It is in no revision that Patchbay knows. */
  readonly isUnknown?: boolean
}

export type Declared = {
  readonly capabilities: readonly Capability[]
  /** Those that the protocol knows and this side did not declare. */
  readonly missing: readonly string[]
}

type Explain = (value: Readonly<Record<string, unknown>>) => readonly string[]
type Explanations = Readonly<Record<string, Explain>>

const OF_THE_SERVER: Explanations = {
  tools: (value) => ['It offers tools to call.', ...listChanged(value, 'tools')],
  resources: (value) => [
    'It offers resources to read.',
    canBeSubscribedTo(value)
      ? 'One can subscribe to a resource and is told when it changes.'
      : 'One cannot subscribe to them.',
    ...listChanged(value, 'resources')
  ],
  prompts: (value) => ['It offers prompts.', ...listChanged(value, 'prompts')],
  logging: () => ['It sends log messages, from the level on that it is asked for.'],
  completions: () => ['It suggests values for the arguments of prompts and templates.'],
  tasks: (value) => [
    'It can answer a request with a task, which goes on by itself.',
    ...(value['list'] === undefined ? [] : ['Its tasks can be listed.']),
    ...(value['cancel'] === undefined ? [] : ['Its tasks can be cancelled.']),
    ...taskRequests(value)
  ]
}

const OF_PATCHBAY: Explanations = {
  roots: (value) => [
    'The server may ask which folders it should work in.',
    ...(isOn(value['listChanged']) ? ['Patchbay tells it when they change.'] : [])
  ],
  sampling: (value) => [
    'The server may ask for text from a language model; you decide about each request.',
    ...(value['tools'] === undefined ? [] : ['It may offer tools to the model.'])
  ],
  elicitation: (value) => [`The server may ask you for something: ${waysToAsk(value)}.`],
  tasks: (value) => [
    'Patchbay can answer a request with a task, which goes on by itself.',
    ...taskRequests(value)
  ]
}

export function serverCapabilities(declared: Readonly<Record<string, unknown>>): Declared {
  return declaredIn(declared, OF_THE_SERVER)
}

export function ownCapabilities(declared: Readonly<Record<string, unknown>>): Declared {
  return declaredIn(declared, OF_PATCHBAY)
}

function declaredIn(
  declared: Readonly<Record<string, unknown>>,
  explanations: Explanations
): Declared {
  const capabilities = Object.entries(declared).flatMap(([name, value]) => {
    if (name === 'extensions') return []
    if (name === 'experimental') return experiments(value)
    return [capability(name, value, explanations)]
  })
  const missing = Object.keys(explanations).filter((name) => !Object.hasOwn(declared, name))
  return { capabilities, missing }
}

function capability(name: string, value: unknown, explanations: Explanations): Capability {
  if (!Object.hasOwn(explanations, name)) {
    return { name, words: 'Patchbay does not know what this means.', isUnknown: true }
  }
  const explain = explanations[name]
  return { name, words: (explain?.(isObject(value) ? value : {}) ?? []).join(' ') }
}

function experiments(value: unknown): readonly Capability[] {
  const names = isObject(value) ? Object.keys(value) : []
  return names.map((name) => ({ name, words: 'An experiment, outside of the protocol.' }))
}

function listChanged(value: Readonly<Record<string, unknown>>, what: string): readonly string[] {
  return isOn(value['listChanged'])
    ? ['It tells when the list changes.']
    : [`It does not tell when its ${what} change.`]
}

function taskRequests(value: Readonly<Record<string, unknown>>): readonly string[] {
  const requests = value['requests']
  if (!isObject(requests)) return []
  const methods = Object.entries(requests).flatMap(([topic, verbs]) =>
    isObject(verbs) ? Object.keys(verbs).map((verb) => `${topic}/${verb}`) : [topic]
  )
  return methods.length === 0 ? [] : [`This holds for ${methods.join(', ')}.`]
}

/** A bare `elicitation` is the form; that is what it was before there were two ways. */
function waysToAsk(value: Readonly<Record<string, unknown>>): string {
  const hasForm = value['form'] !== undefined || value['url'] === undefined
  const ways = [
    ...(hasForm ? ['with a form'] : []),
    ...(value['url'] === undefined ? [] : ['by a web page'])
  ]
  return ways.join(' or ')
}

function isOn(value: unknown): boolean {
  return value === true
}

export type Extension = { readonly name: string; readonly by: 'both' | 'server' | 'patchbay' }

/** An extension is in use only when both sides declared it. */
export function extensionsOf(
  server: Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, unknown>>
): readonly Extension[] {
  const theirs = namesIn(server['extensions'])
  const ours = namesIn(own['extensions'])
  return [...new Set([...theirs, ...ours])].map((name) => {
    if (!ours.includes(name)) return { name, by: 'server' }
    return { name, by: theirs.includes(name) ? 'both' : 'patchbay' }
  })
}

function namesIn(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : []
}
