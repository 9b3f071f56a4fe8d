/** Sits in front of the dialogs of the system: answers them, and keeps what they asked. */
import type { ElectronApplication } from '@playwright/test'

type Kept = {
  readonly asked: string[]
  readonly opened: string[]
  /** Empty when the person cancels. */
  readonly path: string
}

/** In main, where it has to be found again by the next who asks for it. */
type Main = { readonly systemDialogs: Kept }

export class SystemDialogs {
  static async of(app: ElectronApplication): Promise<SystemDialogs> {
    await app.evaluate(({ dialog, shell }) => {
      const kept: Kept = { asked: [], opened: [], path: '' }
      Object.assign(globalThis, { systemDialogs: kept })
      const optionsOf = (args: readonly unknown[]): Record<string, string> =>
        args.at(-1) as Record<string, string>
      Object.assign(dialog, {
        showSaveDialog: async (...args: unknown[]) => {
          kept.asked.push(optionsOf(args)['defaultPath'] ?? '')
          return { canceled: kept.path === '', filePath: kept.path }
        },
        showOpenDialog: async () => {
          kept.asked.push('open')
          return { canceled: kept.path === '', filePaths: kept.path === '' ? [] : [kept.path] }
        },
        showMessageBox: async (...args: unknown[]) => {
          const { message, detail } = optionsOf(args)
          kept.asked.push(`${message}\n${detail}`)
          return { response: 1, checkboxChecked: false }
        }
      })
      Object.assign(shell, { openExternal: async (url: string) => void kept.opened.push(url) })
    })
    return new SystemDialogs(app)
  }

  private constructor(private readonly app: ElectronApplication) {}

  /** The next file or folder that the person chooses; without one they cancel. */
  choose(path?: string): Promise<void> {
    return this.change({ path: path ?? '' })
  }

  /** Names that were proposed, and questions. */
  asked(): Promise<readonly string[]> {
    return this.app.evaluate(() => (globalThis as unknown as Main).systemDialogs.asked)
  }

  /** Addresses that went to the browser. */
  opened(): Promise<readonly string[]> {
    return this.app.evaluate(() => (globalThis as unknown as Main).systemDialogs.opened)
  }

  private change(change: Partial<Kept>): Promise<void> {
    return this.app.evaluate((_electron, changed) => {
      Object.assign((globalThis as unknown as Main).systemDialogs, changed)
    }, change)
  }
}
