/** Fixtures for tests that sign in: the servers, and the browser of the person. */
import { cachePackages } from '../../scripts/cached-packages.mjs'
import { test as base } from '../fixtures'
import { SignInBrowser } from './browser'
import { AuthPrograms } from './programs'
import { SUITE } from './provider.mjs'

/** For the first time, when the package comes from the registry. */
const INSTALL_LIMIT_MS = 15 * 60_000

type Fixtures = {
  readonly programs: AuthPrograms
  readonly signInBrowser: SignInBrowser
}

type WorkerFixtures = { readonly packages: void }

export const test = base.extend<Fixtures, WorkerFixtures>({
  packages: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      await cachePackages(SUITE)
      await use()
    },
    { scope: 'worker', timeout: INSTALL_LIMIT_MS }
  ],

  programs: async ({ packages: _packages }, use) => {
    const programs = new AuthPrograms()
    await use(programs)
    await programs.close()
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  signInBrowser: async ({}, use) => {
    const browser = await SignInBrowser.open()
    await use(browser)
    await browser.close()
  }
})

export { expect } from '../fixtures'
