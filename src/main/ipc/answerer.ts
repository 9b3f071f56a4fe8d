/** Answers what the windows ask: each of them only what it may, and the main one without secrets. */
import type { WebFrameMain } from 'electron'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { IpcResult } from '../../shared/ipc/ipc-wire'
import type { Answerer } from './register'
import { mainRoutes, promptRoutes, route, type PromptHandlers } from './router'
import { routesFor } from './sender'

export type IpcOptions = {
  readonly handlers: IpcHandlers
  readonly mainFrame: () => WebFrameMain | undefined
  readonly prompts: {
    readonly handlers: PromptHandlers
    readonly mainFrame: () => WebFrameMain | undefined
  }
  readonly uiOrigin: string
  /**
   * Takes out of JSON what the main window may not see. A prompt is not redacted: it says exactly
   * what will run, and hides by itself what is written there and may be secret.
   */
  readonly redact: (json: string) => string
}

export function answererOf(options: IpcOptions): Answerer {
  const { handlers, mainFrame, prompts, uiOrigin, redact } = options
  const main = { mainFrame, routes: mainRoutes(handlers) }
  const prompt = { mainFrame: () => prompts.mainFrame(), routes: promptRoutes(prompts.handlers) }
  return async (event, [name, inputJson, ...surplus]) => {
    const routes = routesFor(event.senderFrame, [main, prompt], uiOrigin)
    const result: IpcResult =
      routes && surplus.length === 0
        ? await route(routes, name, inputJson)
        : {
            ok: false,
            error: { code: WorkbenchErrorCode.InvalidInput, message: 'This sender may not ask.' }
          }
    const json = JSON.stringify(result)
    return routes === prompt.routes ? json : redact(json)
  }
}
