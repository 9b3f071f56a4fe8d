/**
 * Ids and names have any length that a server likes. What is kept of one that is too long is a
 * digest where it is looked up by, and its start where it is shown.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { RpcId } from '../../shared/protocol/json-rpc'

const MAX_CHARS = 1_000

/** Nobody else knows it, so that no id can be written that is the digest of another. */
const MARK = randomUUID()

/** The same for the same text or number, and never long. */
export function keyOf(text: string): string
export function keyOf(id: RpcId): RpcId
export function keyOf(id: RpcId): RpcId {
  if (typeof id === 'number' || id.length <= MAX_CHARS) return id
  // As UTF-8, halves of characters would all be the same.
  return `${MARK} ${createHash('sha256').update(id, 'utf16le').digest('hex')}`
}

export function shortened(text: string): string
export function shortened(id: RpcId): RpcId
export function shortened(id: RpcId): RpcId {
  if (typeof id === 'number' || id.length <= MAX_CHARS) return id
  return `${copyOf(id.slice(0, MAX_CHARS).replace(/[\ud800-\udbff]$/, ''))}…`
}

/** The beginning of a text, to be kept without the rest of it. */
export function beginningOf(text: string, mostChars: number): string {
  return text.length <= mostChars ? text : copyOf(text.slice(0, mostChars))
}

/** A part of a text holds on to the whole of it; a copy does not. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
