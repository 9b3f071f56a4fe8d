import { defineConfig } from '@playwright/test'

// Each test starts an app of its own, with a profile of its own, on the display of its worker. Now and
// then an app waits, so that three share two cores well.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // The runner names a test that passed only at the second try, with the trace of the first.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']]
})
