import { isObject, type JsonObject } from '../../shared/json/json'
import type { ExitCode } from '../output/exit-code'
import type { Job } from '../profile/job'
import { ask } from './ask'

const NOTIFICATION = /^notifications\//

/** Sends any method, known or not. What is a call goes by the same rules as a call. */
export function request(job: Job, method: string, params?: JsonObject): Promise<ExitCode> {
  const { workbench, server, interrupt, expectApproved } = job
  const isCall = method === 'tools/call'
  return ask(job, {
    subject: method,
    lists: isCall ? ['tools'] : [],
    textOf: (result) => (NOTIFICATION.test(method) ? undefined : JSON.stringify(result, null, 2)),
    perform: async () => {
      if (NOTIFICATION.test(method)) {
        await workbench.sendRaw(server.id, JSON.stringify({ jsonrpc: '2.0', method, params }))
        return { outcome: { kind: 'result', result: {} } }
      }
      if (isCall) await expectApproved(...calledBy(params))
      return { outcome: await workbench.request(server.id, method, params, interrupt) }
    }
  })
}

function calledBy(params: JsonObject = {}): [tool: string, args: JsonObject] {
  const { name, arguments: args } = params
  return [typeof name === 'string' ? name : '', isObject(args) ? args : {}]
}
