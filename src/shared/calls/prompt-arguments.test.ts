import { describe, expect, it } from 'vitest'
import { argumentsOf, unfitPromptArguments } from './prompt-arguments'

describe('the arguments of a prompt', () => {
  it('are those that have a name, each once', () => {
    const listed = [
      { name: 'city', title: 'City', description: 'Where.', required: true },
      { name: 'city', required: false },
      { description: 'nameless' },
      'odd'
    ]
    expect(argumentsOf({ name: 'p', arguments: listed })).toEqual({
      known: [{ name: 'city', isRequired: false }],
      strays: 3
    })
  })

  it('are none where there are none, and where they are no list', () => {
    expect(argumentsOf({ name: 'p' })).toEqual({ known: [], strays: 0 })
    expect(argumentsOf({ name: 'p', arguments: { a: 1 } })).toEqual({ known: [], strays: 1 })
  })
  it('do not fit where a required one is left out, and where one is not known', () => {
    const prompt = { name: 'p', arguments: [{ name: 'a/b', required: true }, { name: 'c' }] }
    expect(unfitPromptArguments(prompt, { d: '' })).toEqual({
      findings: [
        { pointer: '/a~1b', keyword: 'required', message: 'It is required.' },
        { pointer: '/d', keyword: 'arguments', message: 'The prompt has no such argument.' }
      ],
      isCut: false
    })
    expect(unfitPromptArguments(prompt, { 'a/b': '' }).findings).toEqual([])
    expect(unfitPromptArguments({ name: 'p' }, { d: '' }).findings).toEqual([])
  })
})
