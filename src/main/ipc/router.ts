/** The way of every request: find the route, parse the input, run the handler, wrap the answer. */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { ipcRequests, type IpcHandlers, type IpcRoute } from '../../shared/ipc-contract'
import { REQUEST_LIMIT_CHARS, type IpcFailure, type IpcResult } from '../../shared/ipc-wire'

export async function route(
  handlers: IpcHandlers,
  name: unknown,
  inputJson: unknown
): Promise<IpcResult> {
  if (typeof name !== 'string' || !isRoute(name)) {
    return refuse(`There is no request "${String(name).slice(0, 100)}".`)
  }
  if (typeof inputJson !== 'string') return refuse(`The input of ${name} is not text.`)
  if (inputJson.length > REQUEST_LIMIT_CHARS) return refuse(`The input of ${name} is too large.`)
  try {
    const parsed = ipcRequests[name].input.safeParse(fromJson(inputJson))
    if (!parsed.success) return refuse(`The input of ${name} is not valid.`, parsed.error.issues)
    const handler = handlers[name] as (input: unknown) => Promise<unknown>
    return { ok: true, value: await handler(parsed.data) }
  } catch (error) {
    return { ok: false, error: failureOf(error) }
  }
}

function isRoute(name: string): name is IpcRoute {
  return Object.hasOwn(ipcRequests, name) // `__proto__` is not a route
}

/** An empty text stands for no input. */
function fromJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, 'The input is not JSON.')
  }
}

function refuse(message: string, details?: unknown): IpcResult {
  return { ok: false, error: { code: WorkbenchErrorCode.InvalidInput, message, details } }
}

/** What is not ours may carry paths or secrets: it goes to the log, and not to the window. */
function failureOf(error: unknown): IpcFailure {
  if (error instanceof WorkbenchError) {
    return { code: error.code, message: error.message, details: error.details }
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const message = 'Something in Patchbay failed. What it was is on its stderr.'
  return { code: WorkbenchErrorCode.Internal, message }
}
