import type { Body } from './read-body'

const CACHE_CHARS = 64 * 1024 * 1024
const CACHED_BODIES = 8

/** The bodies that were looked into last. The last one is kept however large it is. */
export class BodyCache {
  /** What was used last is at the end. */
  private readonly bodies = new Map<string, Body>()

  get(key: string): Body | undefined {
    const body = this.bodies.get(key)
    if (!body) return undefined
    this.bodies.delete(key)
    this.bodies.set(key, body)
    return body
  }

  add(key: string, body: Body): Body {
    this.bodies.set(key, body)
    this.forgetOldest()
    return body
  }

  private forgetOldest(): void {
    let chars = 0
    for (const body of this.bodies.values()) chars += body.chars
    for (const [key, body] of this.bodies) {
      const isLast = this.bodies.size === 1
      if (isLast || (chars <= CACHE_CHARS && this.bodies.size <= CACHED_BODIES)) return
      this.bodies.delete(key)
      chars -= body.chars
    }
  }
}
