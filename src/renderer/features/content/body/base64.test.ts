import { describe, expect, it } from 'vitest'
import { bytesOf } from './base64'

describe('bytesOf', () => {
  it('reads base64 over several pieces and lines', () => {
    const text = 'All work and no play.'.repeat(40_000)
    const lines = btoa(text).replace(/.{76}/g, '$&\r\n')
    expect(new TextDecoder().decode(bytesOf(lines)) === text).toBe(true)
  })

  it('does not guess what is not base64', () => {
    expect(bytesOf('<script>')).toBeUndefined()
  })
})
