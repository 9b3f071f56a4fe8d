import type { Workbench } from '../../core/workbench'
import type { Call, Outcome } from '../../shared/call'
import type { JsonObject } from '../../shared/json'
import { isObject } from '../../shared/json'
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

/** Text as it is; everything else as the JSON it came as. */
function textOf(result: unknown): string {
  const content = isObject(result) ? result['content'] : undefined
  if (!Array.isArray(content)) return JSON.stringify(result, null, 2)
  return content
    .map((block: unknown) =>
      isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string'
        ? block['text']
        : JSON.stringify(block)
    )
    .join('\n')
}

function remarkOn(server: string, tool: string, outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'result':
      return isObject(outcome.result) && outcome.result['isError'] === true
        ? `The tool ${tool} says that it failed.`
        : undefined
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

function progressLine({ tool, progress }: Call): string {
  if (!progress) return ''
  const { progress: done, total, message } = progress
  const share = total === undefined ? String(done) : `${done}/${total}`
  return `${tool} ${share}${message === undefined ? '' : ` ${message}`}`
}
