/** The browser of the person who signs in: the Chromium of a second Electron, driven by Playwright. */
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appEnvironment, root } from '../../scripts/project.mjs'
import { electronExecutable, electronSwitches, LOADER } from '../fixtures'

const MAIN = join(root, 'e2e/auth/browser-main.cjs')

export class SignInBrowser {
  static async open(): Promise<SignInBrowser> {
    const profile = mkdtempSync(join(tmpdir(), 'patchbay-browser-'))
    const app = await _electron.launch({
      executablePath: electronExecutable(),
      args: ['-r', LOADER, ...electronSwitches(), MAIN],
      env: { ...appEnvironment(), BROWSER_PROFILE: profile }
    })
    return new SignInBrowser(app, await app.firstWindow(), profile)
  }

  private constructor(
    private readonly app: ElectronApplication,
    readonly page: Page,
    private readonly profile: string
  ) {}

  /** Opens an address of the authorization server, and signs in where that has not been done. */
  async visit(address: string): Promise<void> {
    await this.page.goto(address)
    await this.page.getByRole('heading', { level: 1 }).waitFor()
    const signIn = this.page.getByRole('button', { name: 'Sign in' })
    if (!(await signIn.isVisible())) return
    await signIn.click()
    await this.page.getByRole('button', { name: 'Allow' }).waitFor()
  }

  /** Signs in and agrees. Resolves with the address of the page that this ends on. */
  allow(address: string): Promise<URL> {
    return this.decide(address, 'Allow')
  }

  /** Signs in and does not agree. */
  deny(address: string): Promise<URL> {
    return this.decide(address, 'Deny')
  }

  /** Opens an address that leads elsewhere by itself. Resolves with the address of the last page. */
  async follow(address: string): Promise<URL> {
    await this.page.goto(address)
    return new URL(this.page.url())
  }

  async close(): Promise<void> {
    await this.app.close()
    rmSync(this.profile, { recursive: true, force: true })
  }

  private async decide(address: string, button: 'Allow' | 'Deny'): Promise<URL> {
    await this.visit(address)
    const { origin } = new URL(this.page.url())
    await this.page.getByRole('button', { name: button }).click()
    await this.page.waitForURL((url) => url.origin !== origin)
    return new URL(this.page.url())
  }
}
