/** Names for schemas, short and the same for the same schema, so that a change can be told later. */
import type { Tool } from './catalogue'
import { isComposed, isObject } from '../json/json'
import { weigh } from '../schema/weight'

export type SchemaDigests = { readonly input: string; readonly output: string }

/** No less than what is ever judged by: a schema that is larger needs no name of its own. */
const LIMITS = { chars: 512 * 1024, nodes: 200_000, depth: 100 }

const known = new WeakMap<object, string>()

export function schemaDigests({ inputSchema, outputSchema }: Tool): SchemaDigests {
  return { input: digestOf(inputSchema), output: digestOf(outputSchema) }
}

/** Worked out once, as long as it is the same object. */
function digestOf(schema: unknown): string {
  if (!isComposed(schema)) return newDigestOf(schema)
  let digest = known.get(schema)
  if (digest === undefined) known.set(schema, (digest = newDigestOf(schema)))
  return digest
}

function newDigestOf(schema: unknown): string {
  if (schema === undefined) return 'none'
  if (typeof weigh(schema, LIMITS) === 'string') return 'too large'
  return hashOf(JSON.stringify(inOrder(schema)))
}

/** The order of members says nothing, and a server may write them in another one each time. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const)
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Nobody gains by two schemas of one name, so it only has to be quick: two mixed sums of 32 bits. */
function hashOf(text: string): string {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x9e3779b1)
    other = Math.imul(other ^ code, 0x5f356495)
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35)
  return hex(one) + hex(other)
}

function hex(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, '0')
}
