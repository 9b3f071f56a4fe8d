/**
 * Fills a form as a person would: finds controls by what they are called, types, picks and clicks.
 * JSON is written only where the schema says nothing at all.
 */
import { act, createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isObject, type Json, type JsonObject } from '../../../shared/json/json'
import type { SchemaFinding } from '../../../shared/schema/validate'
import type { Scraps } from './schema/scraps'
import { keysOf, placeIn } from './schema/place'
import { isSameJson } from './schema/same-json'
import { SchemaForm } from './SchemaForm'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export type Form = ReturnType<typeof drawForm>

export function drawForm(
  schema: unknown,
  start: Json | undefined,
  findings: readonly SchemaFinding[] = [],
  startingScraps: Scraps = {}
) {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  let value = start
  let scraps = startingScraps
  let put: (next: Json | undefined) => void = () => {}

  function Holder() {
    const [held, hold] = useState(start)
    const [kept, keep] = useState(startingScraps)
    put = hold
    value = held
    scraps = kept
    return createElement(SchemaForm, {
      schema,
      value: held,
      findings,
      label: 'Arguments',
      onChange: hold,
      scraps: kept,
      onScraps: keep
    })
  }
  act(() => root.render(createElement(Holder)))
  return {
    place,
    value: () => value,
    scraps: () => scraps,
    /** From outside, as when it is loaded from elsewhere. */
    put: (next: Json | undefined) => act(() => put(next)),
    write: (pointer: string, target: Json) => write({ place, value: () => value }, pointer, target),
    field: (pointer: string) => fieldAt(place, pointer),
    close: () => {
      act(() => root.unmount())
      place.remove()
    }
  }
}

type Driven = {
  readonly place: HTMLElement
  readonly value: () => Json | undefined
}

function valueAt(form: Driven, pointer: string): Json | undefined {
  let value: unknown = form.value()
  for (const key of keysOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value as Json | undefined
}

export function fieldAt(place: HTMLElement, pointer: string): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>('[data-pointer]')].find(
    (field) => field.dataset['pointer'] === pointer
  )
}

/** Only what belongs to the field itself, not to the fields inside it. */
export function ownIn(field: HTMLElement, selector: string): HTMLElement[] {
  return [...field.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.closest('[data-pointer]') === field
  )
}

export function click(element: HTMLElement | undefined): void {
  if (!element) throw new Error('There is nothing to click.')
  act(() => element.click())
}

export function type(element: HTMLElement | undefined, text: string): void {
  const input = element as HTMLInputElement | undefined
  if (!input) throw new Error('There is nothing to type in.')
  act(() => input.focus())
  act(() => setNatively(input, text))
  act(() => input.blur())
}

/** React only listens when the value is set as the browser does it. */
export function setNatively(input: HTMLInputElement, text: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')
  property?.set?.call(input, text)
  input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}

export function chooseInMenu(field: HTMLElement, ...labels: readonly string[]): void {
  const button = ownIn(field, 'button[aria-haspopup="menu"]')[0]
  act(() => {
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  for (const label of labels) {
    const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      ({ textContent }) => textContent === label || textContent === `${label}▸`
    )
    if (!item) throw new Error(`The menu has no "${label}".`)
    if (item.getAttribute('aria-haspopup') === 'menu') {
      act(() => {
        item.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
      })
    } else click(item)
  }
}

function write(form: Driven, pointer: string, target: Json): void {
  if (isSameJson(valueAt(form, pointer), target)) return
  const field = fieldAt(form.place, pointer)
  if (!field) throw new Error(`There is no field at ${pointer}.`)
  const fold = ownIn(field, 'button[aria-expanded="false"]:not([role])')[0]
  if (fold && fold.getAttribute('aria-haspopup') === null) click(fold)
  writeInto(form, field, pointer, target, 0)
  if (!isSameJson(valueAt(form, pointer), target)) {
    throw new Error(
      `At ${pointer} is ${JSON.stringify(valueAt(form, pointer))}, not ${JSON.stringify(target)}.`
    )
  }
}

/** Alternatives can have alternatives: `depth` is how many have been chosen around this one. */
function writeInto(
  form: Driven,
  field: HTMLElement,
  pointer: string,
  target: Json,
  depth: number
): void {
  const picker = ownIn(field, '[aria-label^="Kind of"]')[depth]
  if (!picker) {
    const isUntyped = ownIn(field, '[aria-label^="Kind of"] option')[0]?.textContent === 'JSON'
    writePlain(form, field, pointer, target, isUntyped)
    return
  }
  const problems: string[] = []
  const count = picker.querySelectorAll('option, [role="radio"]').length
  for (let index = 0; index < count; index++) {
    pick(ownIn(field, '[aria-label^="Kind of"]')[depth], index)
    try {
      writeInto(form, field, pointer, target, depth + 1)
      if (isSameJson(valueAt(form, pointer), target)) return
    } catch (error) {
      problems.push(String(error))
    }
  }
  throw new Error(`No alternative at ${pointer} can be written:\n${problems.join('\n')}`)
}

function pick(picker: HTMLElement | undefined, index: number): void {
  if (picker?.tagName === 'SELECT') type(picker, String(index))
  else click(picker?.querySelectorAll<HTMLElement>('[role="radio"]')[index])
}

function writePlain(
  form: Driven,
  field: HTMLElement,
  pointer: string,
  target: Json,
  isUntyped: boolean
): void {
  if (isSameJson(valueAt(form, pointer), target)) return
  const json = ownIn(field, 'textarea[aria-label$="as JSON"]')[0]
  const isPlain = typeof target !== 'object' || target === null
  if (json && isUntyped && !isPlain) return type(json, JSON.stringify(target))
  if (json) throw new Error(`At ${pointer} there is only JSON.`)
  const set = ownIn(field, 'button').find(({ textContent }) => textContent === 'Set')
  if (set) return click(set)
  if (choose(field, target)) return
  if (target === null) return chooseInMenu(field, 'Set to null')
  if (Array.isArray(target)) return writeList(form, field, pointer, target)
  if (isObject(target)) return writeObject(form, field, pointer, target)
  if (typeof target === 'boolean') {
    const radios = ownIn(field, '[role="radio"]')
    return click(radios.find(({ textContent }) => textContent === String(target)))
  }
  if (target === '' && valueAt(form, pointer) === undefined) {
    return chooseInMenu(field, 'Set to empty text')
  }
  const [number] = ownIn(field, 'input[data-number]')
  if (typeof target === 'number') return type(number, JSON.stringify(target))
  // A field for numbers takes in a text that is none.
  type(ownIn(field, 'textarea')[0] ?? number, target as string)
}

function choose(field: HTMLElement, target: Json): boolean {
  const isNamed = (labels: readonly (string | null)[]) => (label: string | null) =>
    label === (labels.includes(JSON.stringify(target)) ? JSON.stringify(target) : target) ||
    label?.endsWith(`(${typeof target === 'string' ? target : JSON.stringify(target)})`) === true ||
    (target === '' && label?.startsWith('""') === true)
  const found = <T extends HTMLElement>(elements: readonly T[]): T | undefined => {
    const fits = isNamed(elements.map(({ textContent }) => textContent))
    return elements.find(({ textContent }) => fits(textContent))
  }
  const select = ownIn(field, 'select:not([aria-label^="Kind of"])')[0]
  if (select) {
    const options = [...select.querySelectorAll('option')]
    const option = found(options)
    if (option) type(select, option.value)
    return option !== undefined
  }
  const button = ownIn(field, 'button[role="combobox"]')[0]
  if (!button) return false
  click(button)
  type(
    document.querySelector<HTMLElement>('[cmdk-input]') ?? undefined,
    typeof target === 'string' ? target : JSON.stringify(target)
  )
  const items = [...document.querySelectorAll<HTMLElement>('[cmdk-item]')]
  const item = found(items)
  if (item) click(item)
  return item !== undefined
}

function writeList(
  form: Driven,
  field: HTMLElement,
  pointer: string,
  target: readonly Json[]
): void {
  const boxes = ownIn(field, 'input[type="checkbox"]')
  if (boxes.length > 0 && target.length > 0) {
    for (const item of target) {
      const label = typeof item === 'string' ? item : JSON.stringify(item)
      click(boxes.find((box) => box.closest('label')?.textContent === label))
    }
    return
  }
  if (target.length === 0) return chooseInMenu(field, 'Set to an empty list')
  const length = (): number => (valueAt(form, pointer) as readonly Json[] | undefined)?.length ?? 0
  for (let guard = 0; length() < target.length && guard < 100; guard++) {
    click(ownIn(field, 'button[aria-label^="Add item to"]')[0])
  }
  for (let guard = 0; length() > target.length && guard < 100; guard++) {
    const last = fieldAt(form.place, placeIn(pointer, length() - 1))
    click(last && ownIn(last, 'button[aria-label^="Remove"]')[0])
  }
  target.forEach((item, index) => write(form, placeIn(pointer, index), item))
}

/** A field may only appear once another one is filled in. */
function writeObject(form: Driven, field: HTMLElement, pointer: string, target: JsonObject): void {
  const add = ownIn(field, 'button').find(({ textContent }) => textContent === 'Add')
  if (add) click(add)
  let names = Object.keys(target)
  for (let isBusy = true; isBusy && names.length > 0;) {
    const here = names.filter((name) => fieldAt(form.place, placeIn(pointer, name)))
    for (const name of here) write(form, placeIn(pointer, name), target[name] ?? null)
    isBusy = here.length > 0
    names = names.filter((name) => !here.includes(name))
  }
  for (const name of names) {
    const more = ownIn(field, 'button[aria-label^="Add another member"]')[0]
    if (more) click(more)
    type(ownIn(field, 'input[aria-label^="Name of a new member"]')[0], name)
    click(ownIn(field, 'button[aria-label^="Add member"]')[0])
    write(form, placeIn(pointer, name), target[name] ?? null)
  }
}
