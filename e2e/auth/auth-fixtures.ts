/** Fixtures for tests that sign in: the servers, and the browser of the person. */
import { test as base } from '../fixtures'
import { SignInBrowser } from './browser'
import { AuthPrograms } from './programs'

type Fixtures = {
  readonly programs: AuthPrograms
  readonly signInBrowser: SignInBrowser
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  programs: async ({}, use) => {
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
