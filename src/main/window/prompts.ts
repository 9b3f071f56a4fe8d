/**
 * Asks the person in a window that only main can open, fill and read. It has a session of its own,
 * so that nothing the main window's page does reaches it.
 */
import { app, session, type BrowserWindow, type Session, type WebFrameMain } from 'electron'
import { systemClock } from '../../core/time/clock'
import type { Presenter } from '../../core/question/window-handlers'
import { WindowQuestions } from '../../core/question/window-questions'
import type { WindowAnswer, WindowAsk } from '../../shared/question/records'
import type { PromptHandlers } from '../ipc/router'
import { denyPermissions } from './permissions'
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

export class Prompts implements Presenter {
  private readonly questions = new WindowQuestions(
    (ask, onGone) => this.show(ask, onGone),
    systemClock
  )
  private window: BrowserWindow | undefined
  private session: Session | undefined

  readonly handlers: PromptHandlers = {
    'prompt.describe': async () => this.questions.describe(),
    'prompt.seeEnd': async () => this.questions.seeEnd(),
    'prompt.answer': async (answer) => this.questions.answer(answer)
  }

  constructor(private readonly options: PromptsOptions) {
    app.once('before-quit', () => this.questions.end())
  }

  /** Resolves with `dismissed` when the person closes the window, or when it goes by itself. */
  ask(...asked: Parameters<Presenter['ask']>): Promise<WindowAnswer> {
    return this.questions.ask(...asked)
  }

  /** The one frame that may answer now. */
  mainFrame(): WebFrameMain | undefined {
    return this.window?.webContents.mainFrame
  }

  private show(ask: WindowAsk, onGone: () => void): () => void {
    const parent = this.options.parent()
    if (!parent || parent.isDestroyed()) {
      onGone()
      return () => {}
    }
    const { uiUrl } = this.options
    this.session ??= this.openSession()
    const window = createPromptWindow(ask, parent, this.session, uiUrl)
    this.window = window
    const takeAway = (): void => this.takeAway(window, parent, onParentClosed)
    const onParentClosed = (): void => this.questions.dismissAll()
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
