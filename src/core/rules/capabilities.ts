/** Which capability a message needs, and whether it was declared. */
import { isObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { Capabilities } from './overheard'

/** Those that the server has to declare before it may notify. */
const SERVER_NEEDS: ReadonlyMap<string, { readonly name: string; readonly part?: string }> =
  new Map([
    ['notifications/message', { name: 'logging' }],
    ['notifications/tools/list_changed', { name: 'tools', part: 'listChanged' }],
    ['notifications/prompts/list_changed', { name: 'prompts', part: 'listChanged' }],
    ['notifications/resources/list_changed', { name: 'resources', part: 'listChanged' }],
    ['notifications/resources/updated', { name: 'resources', part: 'subscribe' }]
  ])

/** The capability that a notification needs and the server has not declared. */
export function missingOfServer(
  method: string,
  declared: Capabilities | undefined
): string | undefined {
  const needed = SERVER_NEEDS.get(method)
  if (!needed || !declared) return undefined
  const { name, part } = needed
  const capability = declared[name]
  if (isObject(capability) && (part === undefined || capability[part] === true)) return undefined
  return part === undefined ? name : `${name}.${part}`
}

/** The capability that a request of the server needs and the client has not declared. */
export function missingOfClient(
  method: string,
  params: Params,
  declared: Capabilities | undefined
): string | undefined {
  if (!declared) return undefined
  const { sampling, elicitation, roots } = declared
  switch (method) {
    case 'roots/list':
      return isObject(roots) ? undefined : 'roots'
    case 'sampling/createMessage': {
      if (!isObject(sampling)) return 'sampling'
      const needsTools = params['tools'] !== undefined || params['toolChoice'] !== undefined
      return needsTools && !isObject(sampling['tools']) ? 'sampling.tools' : undefined
    }
    case 'elicitation/create': {
      if (!isObject(elicitation)) return 'elicitation'
      if (params['mode'] === 'url')
        return isObject(elicitation['url']) ? undefined : 'elicitation.url'
      // Forms are what it means to declare elicitation without saying more.
      const hasForms = isObject(elicitation['form']) || !isObject(elicitation['url'])
      return hasForms ? undefined : 'elicitation.form'
    }
    default:
      return undefined
  }
}
