/** The way of every request: find the route, parse the input, run the handler, wrap the answer. */
import type { z } from 'zod'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { ipcRequests, type IpcHandlers } from '../../shared/ipc/ipc-contract'
import { REQUEST_LIMIT_CHARS, type IpcFailure, type IpcResult } from '../../shared/ipc/ipc-wire'
import { fromJson } from '../../shared/json/json'
import { windowRequests } from '../../shared/question/answers'

type WindowRequests = typeof windowRequests
export type PromptHandlers = {
  [R in keyof WindowRequests]: (
    input: z.output<WindowRequests[R]['input']>
  ) => Promise<WindowRequests[R]['output']>
}

/** All that one window may ask for. */
export type Routes = {
  readonly requests: Readonly<Record<string, { readonly input: z.ZodType }>>
  readonly handlers: Readonly<Record<string, (input: never) => Promise<unknown>>>
}

export function mainRoutes(handlers: IpcHandlers): Routes {
  return { requests: ipcRequests, handlers }
}

export function promptRoutes(handlers: PromptHandlers): Routes {
  return { requests: windowRequests, handlers }
}

export async function route(
  { requests, handlers }: Routes,
  name: unknown,
  inputJson: unknown
): Promise<IpcResult> {
  const request = typeof name === 'string' ? ownValue(requests, name) : undefined
  const handler = typeof name === 'string' ? ownValue(handlers, name) : undefined
  if (typeof name !== 'string' || !request || !handler) {
    return refuse(`There is no request "${String(name).slice(0, 100)}".`)
  }
  if (typeof inputJson !== 'string') return refuse(`The input of ${name} is not text.`)
  if (inputJson.length > REQUEST_LIMIT_CHARS) return refuse(`The input of ${name} is too large.`)
  try {
    const parsed = request.input.safeParse(inputFrom(inputJson))
    if (!parsed.success) return refuse(`The input of ${name} is not valid.`, parsed.error.issues)
    return { ok: true, value: await handler(parsed.data as never) }
  } catch (error) {
    return { ok: false, error: failureOf(error) }
  }
}

/** `__proto__` is not a route. */
function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** An empty text stands for no input. */
function inputFrom(text: string): unknown {
  if (text === '') return undefined
  try {
    return fromJson(text)
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
