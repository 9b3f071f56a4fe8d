/**
 * Where a server gives its own numbers. The headers of the server go there too, so it has to be the
 * server itself: the origin of its address, or this machine where it is a process.
 */
import type { ConfigFault, ServerDefinition } from '../../shared/servers/server-config'
import { hostKind } from './hosts'
import { webAddress } from './socket-address'

export type MetricsAddress = { readonly url: URL } | { readonly problem: string }

/** Of a definition that is filled in; undefined when there is none. Problems are whole sentences. */
export function metricsAddress(definition: ServerDefinition): MetricsAddress | undefined {
  const { metricsUrl } = definition
  if (metricsUrl === undefined) return undefined
  const own = definition.transport === 'stdio' ? undefined : definition.url
  return addressOf(metricsUrl, own)
}

/** Of what is written: nothing is known of an address with variables in it. */
export function metricsFaults(
  metricsUrl: string | undefined,
  own?: string
): readonly ConfigFault[] {
  if (metricsUrl === undefined || `${metricsUrl}${own ?? ''}`.includes('${')) return []
  const address = addressOf(metricsUrl, own)
  return 'problem' in address ? [{ message: address.problem, field: 'metricsUrl' }] : []
}

function addressOf(metricsUrl: string, own: string | undefined): MetricsAddress {
  if (own === undefined) {
    const url = URL.parse(metricsUrl)
    return url && isHttp(url) && hostKind(url.hostname) === 'loopback'
      ? { url }
      : {
          problem:
            '"metricsUrl" has to be an address on this machine, such as http://127.0.0.1:9000/mcp/metrics.'
        }
  }
  const base = URL.parse(webAddress(own))
  const url = base && URL.parse(metricsUrl, base.href)
  return url && isHttp(url) && url.origin === base.origin
    ? { url }
    : {
        problem:
          '"metricsUrl" has to be an address with the same origin as "url", or a path such as /mcp/metrics.'
      }
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}
