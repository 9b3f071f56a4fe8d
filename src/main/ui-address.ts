import { UI_ORIGIN, UI_URL } from './protocol'

export type UiAddress = { readonly url: string; readonly origin: string }

/** Hot reload serves the page over HTTP. A build knows no such thing, whatever its environment says. */
export function uiAddress(): UiAddress {
  const dev = import.meta.env.DEV ? process.env['ELECTRON_RENDERER_URL'] : undefined
  return dev === undefined
    ? { url: UI_URL, origin: UI_ORIGIN }
    : { url: dev, origin: new URL(dev).origin }
}
