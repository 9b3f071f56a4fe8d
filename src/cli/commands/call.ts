import type { Workbench } from '../../core/workbench'
import { isToolError, type CallReport, type Outcome } from '../../shared/call'
import { isObject, type JsonObject } from '../../shared/json'
import { errorName } from '../../shared/json-rpc'
import { exitCodeOf, type ExitCode } from '../exit-code'
import type { Output } from '../output'

type CallRequest = {
  readonly server: string
  readonly tool: string
  readonly args: JsonObject
  readonly timeoutMs?: number
  readonly isJson: boolean
}

export async function call(
  workbench: Workbench,
  request: CallRequest,
  output: Output,
  onInterrupt: (interrupt: () => void) => void
): Promise<ExitCode> {
  const { server, tool, args, timeoutMs, isJson } = request
  const { id, name } = workbench.server(server)
  await workbench.open(id)
  workbench.onCall((changed) => output.status(progressLine(changed)))
  const { call: started, done } = workbench.startCall(id, tool, args, timeoutMs)
  onInterrupt(() => workbench.cancelCall(started.id))
  const { outcome, tookMs } = await done
  output.status('')
  if (!outcome) throw new Error('The call ended without an outcome.')

  if (isJson) output.answer(JSON.stringify(asJson(outcome, tookMs ?? 0)))
  else if (outcome.kind === 'result') output.answer(textOf(outcome.result))
  const remark = remarkOn(name, tool, outcome)
  if (remark !== undefined) output.remark(remark)
  return exitCodeOf(outcome)
}

function asJson(outcome: Outcome, durationMs: number): object {
  const { kind, ...rest } = outcome
  return { outcome: kind, ...rest, durationMs: Math.round(durationMs * 1_000) / 1_000 }
}

/** Text as it is; pictures and sound by their kind and size; everything else as JSON. */
function textOf(result: unknown): string {
  const content = isObject(result) ? result['content'] : undefined
  if (!Array.isArray(content)) return JSON.stringify(result, null, 2)
  return content.map(blockText).join('\n')
}

function blockText(block: unknown): string {
  if (!isObject(block)) return JSON.stringify(block)
  const { type, text, data, mimeType } = block
  if (type === 'text' && typeof text === 'string') return text
  if (typeof data !== 'string') return JSON.stringify(block)
  return `(${String(type)}, ${String(mimeType)}, ${Buffer.byteLength(data, 'base64')} bytes)`
}

function remarkOn(server: string, tool: string, outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'result':
      return isToolError(outcome.result) ? `The tool ${tool} says that it failed.` : undefined
    case 'error': {
      const { code, message } = outcome.error
      const name = errorName(code)
      const label = name === undefined ? String(code) : `${code} (${name})`
      return `${server} answered ${tool} with error ${label}: ${message}`
    }
    case 'timeout':
      return `${server} did not answer ${tool} within ${outcome.afterMs} ms.`
    case 'cancelled':
      return `The call of ${tool} was cancelled.`
    case 'connection-lost':
      return outcome.reason
  }
}

function progressLine({ tool, progress }: CallReport): string {
  if (!progress) return ''
  const { progress: done, total, message } = progress
  const share = total === undefined ? String(done) : `${done}/${total}`
  return `${tool} ${share}${message === undefined ? '' : ` ${message}`}`
}
