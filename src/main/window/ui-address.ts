import { PROMPT_URL, UI_ORIGIN, UI_URL } from './protocol'

export type UiAddress = {
  readonly url: string
  /** Of the page in which main asks the person. */
  readonly promptUrl: string
  readonly origin: string
}

/** Hot reload serves the pages over HTTP. A build knows no such thing, whatever its environment says. */
export function uiAddress(): UiAddress {
  const dev = import.meta.env.DEV ? process.env['ELECTRON_RENDERER_URL'] : undefined
  return dev === undefined
    ? { url: UI_URL, promptUrl: PROMPT_URL, origin: UI_ORIGIN }
    : { url: dev, promptUrl: new URL('/prompt.html', dev).href, origin: new URL(dev).origin }
}
