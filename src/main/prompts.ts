/**
 * Asks the person in a window that only main can open, fill and read. It has a session of its own,
 * so that nothing the main window's page does reaches it.
 */
import { app, session, type BrowserWindow, type Session, type WebFrameMain } from 'electron'
import type { Prompt, PromptAnswer } from '../shared/prompt'
import type { PromptHandlers } from './ipc/router'
import { denyPermissions } from './permissions'
import { PromptQueue } from './prompt-queue'
import { UI_SCHEME } from './protocol'
import { createPromptWindow } from './window'

/** Without `persist:` it lives in memory only. */
const PARTITION = 'prompt'

export type PromptsOptions = {
  readonly parent: () => BrowserWindow | undefined
  /** Of the prompt's page. */
  readonly uiUrl: string
  /** The files of the window, as they are served to the main window. */
  readonly assets: (request: Request) => Promise<Response>
}

export class Prompts {
  private readonly queue = new PromptQueue((prompt, onGone) => this.show(prompt, onGone))
  private window: BrowserWindow | undefined
  private session: Session | undefined

  readonly handlers: PromptHandlers = {
    'prompt.describe': async () => this.queue.describe(),
    'prompt.answer': async (answer) => this.queue.answer(answer)
  }

  constructor(private readonly options: PromptsOptions) {
    app.once('before-quit', () => this.queue.end())
  }

  /** Resolves with `dismissed` when the person closes the window, or when it goes by itself. */
  ask(prompt: Prompt): Promise<PromptAnswer> {
    return this.queue.ask(prompt)
  }

  /** The one frame that may answer now. */
  mainFrame(): WebFrameMain | undefined {
    return this.window?.webContents.mainFrame
  }

  private show(prompt: Prompt, onGone: () => void): () => void {
    const parent = this.options.parent()
    if (!parent || parent.isDestroyed()) {
      onGone()
      return () => {}
    }
    const { uiUrl } = this.options
    this.session ??= this.openSession()
    const window = createPromptWindow(prompt, parent, this.session, uiUrl)
    this.window = window
    const takeAway = (): void => this.takeAway(window, parent, onParentClosed)
    const onParentClosed = (): void => this.queue.dismissAll()
    parent.once('closed', onParentClosed)
    window.on('close', onGone)
    window.on('closed', onGone)
    window.webContents.on('render-process-gone', onGone)
    window.webContents.on('preload-error', onGone)
    window.loadURL(uiUrl).catch(onGone)
    return takeAway
  }

  /** At once it may not answer any more; it goes when the answer to its last request is out. */
  private takeAway(window: BrowserWindow, parent: BrowserWindow, onParentClosed: () => void): void {
    if (this.window === window) this.window = undefined
    if (!parent.isDestroyed()) parent.off('closed', onParentClosed)
    setImmediate(() => {
      if (window.isDestroyed()) return
      const wasFocused = window.isFocused()
      window.destroy()
      // Windows would bring another program to the front.
      if (wasFocused && !parent.isDestroyed()) parent.focus()
    })
  }

  private openSession(): Session {
    const own = session.fromPartition(PARTITION)
    own.protocol.handle(UI_SCHEME, this.options.assets)
    denyPermissions(own, this.options.uiUrl)
    return own
  }
}
