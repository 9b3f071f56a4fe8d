import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', '{scripts,bench}/*.test.mjs'],
    pool: 'forks',
    // Many wait for processes, so that more than there are cores share them well.
    maxWorkers: 4,
    testTimeout: 30_000,
    // What is waited for comes when the machine has time for it.
    expect: { poll: { timeout: 20_000 } },
    allowOnly: false
  }
})
