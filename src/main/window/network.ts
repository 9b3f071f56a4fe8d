/**
 * Pages load nothing but our own files. This keeps Chromium from reaching anything else, also where
 * the content security policy does not apply, as with WebRTC. Servers are reached by main itself.
 */
import type { CommandLine, WebContents } from 'electron'
import { UI_ORIGIN } from './protocol'

/** No page finds any host, not even one that is named by its address. Works only before the app is ready. */
export function refuseHosts(commandLine: CommandLine, origin: string): void {
  // Hot reload serves the pages over HTTP.
  if (origin === UI_ORIGIN) commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
}

/** Datagrams need no host resolver. */
export function refuseDatagrams(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
