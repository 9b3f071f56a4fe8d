import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    allowOnly: false
  }
})
