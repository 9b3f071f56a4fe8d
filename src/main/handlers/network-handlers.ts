/** How servers are reached. Which proxy that is, is asked in a window of main's before it counts. */
import { describeProxy, isProxyWord, whyNoProxy } from '../../core/network/proxy-setting'
import type { ServerDesk } from '../../core/desk/server-desk'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { PreferencesHolder } from '../profile/preferences'

export type NetworkRoute = Extract<keyof IpcHandlers, `network.${string}`>

export function networkHandlers(
  desk: ServerDesk,
  preferences: Pick<PreferencesHolder, 'get' | 'change'>
): Pick<IpcHandlers, NetworkRoute> {
  return {
    'network.setProxy': async ({ proxy }) => {
      const why = whyNoProxy(proxy)
      if (why !== undefined) {
        throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, `This is not used. ${why}`)
      }
      if (!isProxyWord(proxy)) await confirmProxy(desk, proxy)
      return preferences.change({ proxy })
    }
  }
}

async function confirmProxy(desk: ServerDesk, proxy: string): Promise<void> {
  const { address, secret } = describeProxy(proxy)
  await desk.confirm({
    title: 'Reach servers through this proxy?',
    intro:
      'It is told which hosts you connect to. What is encrypted stays so; what is sent to an address that begins with http or ws it can read.',
    warnings: [],
    lines: [
      { label: 'proxy', text: address },
      ...(secret === undefined ? [] : [{ label: 'secret that is sent', text: secret }])
    ],
    accept: 'Use it',
    hint: 'Another address is asked about again.'
  })
  if (secret !== undefined && (await desk.readSecret(secret)) === undefined) {
    await desk.askForSecret(secret)
  }
}
