import { describe, expect, it } from 'vitest'
import { openTestDesk, idOf } from '../desk/desk-testing'

describe('what is hidden', () => {
  it.each([
    ['DB_PASSWORD', 'correcthorsebatterystaple', true],
    ['API_KEY', '12345678901234567890', true],
    ['SECRET_KEY', '/abcdefghijklmnop', true],
    ['TOKEN', 'hunter2', true],
    ['MODE', 'read-only', false],
    ['MCP_VERSION', '2025-06-18', false],
    ['KIND', 'application/json', false],
    ['LEVEL', 'x9-canary-31', true]
  ])('of the variable %s = %s: %s', async (name, value, isHidden) => {
    const test = openTestDesk({ user: { a: { command: 'x', env: { [name]: value } } } })
    await test.desk.registry.resolve(idOf(test, 'a'))
    expect(test.desk.redactor.redact(`it is ${value}.`).includes('•••')).toBe(isHidden)
  })
})
