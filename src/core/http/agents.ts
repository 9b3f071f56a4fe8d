/** The pools of connections that clients of ours speak HTTP over. */
import type * as http from 'node:http'
import type { AgentOptions, Network } from '../network/network'
import { PLAIN_NETWORKS } from '../network/networks'

/** `network` is the way to the server, with its proxy and its certificates; without one it is a direct one. */
export function agentFor(
  url: URL,
  {
    network = PLAIN_NETWORKS.own,
    ...options
  }: AgentOptions & { readonly network?: Network | undefined }
): http.Agent {
  return network.agentFor(url, options)
}
