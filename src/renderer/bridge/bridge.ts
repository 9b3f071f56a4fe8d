/** The window's half of the contract: typed requests out, typed events in. */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type {
  IpcEvent,
  IpcEvents,
  IpcInput,
  IpcOutput,
  IpcRoute
} from '../../shared/ipc/ipc-contract'
import type { Bridge, IpcResult } from '../../shared/ipc/ipc-wire'
import { fromJson } from '../../shared/json/json'

declare global {
  interface Window {
    readonly patchbay: Bridge
  }
}

type InputOf<R extends IpcRoute> = IpcInput<R> extends undefined ? [] : [input: IpcInput<R>]

/** Rejects with a WorkbenchError, and only with that. */
export async function request<R extends IpcRoute>(
  route: R,
  ...[input]: InputOf<R>
): Promise<IpcOutput<R>> {
  const inputJson = input === undefined ? '' : JSON.stringify(input)
  const result = await ask(route, inputJson)
  if (result.ok) return result.value as IpcOutput<R>
  const { code, message, details } = result.error
  throw new WorkbenchError(code, message, details)
}

async function ask(route: string, inputJson: string): Promise<IpcResult> {
  try {
    return fromJson(await window.patchbay.request(route, inputJson)) as IpcResult
  } catch (error) {
    const message = `Patchbay did not answer ${route}: ${String(error)}`
    return { ok: false, error: { code: WorkbenchErrorCode.Internal, message } }
  }
}

export function on<E extends IpcEvent>(
  event: E,
  listener: (payload: IpcEvents[E]) => void
): () => void {
  return window.patchbay.on(event, (payloadJson) => listener(fromJson(payloadJson) as IpcEvents[E]))
}
