/** Finds out whether a proxy is on the way to a server, who says so, and whether it lets us through. */
import { explainFailure } from '../../shared/advice/explain'
import { urlOf, type Network } from '../network/network'
import { NetworkError } from '../network/network-error'
import type { Place } from './address-checks'
import { failed, ok, type Verdict } from './check-list'

export async function checkProxy(
  place: Place,
  network: Network,
  signal: AbortSignal
): Promise<{ readonly verdict: Verdict; readonly isThrough: boolean }> {
  const finding = network.routeTo(urlOf(place))
  if (!finding) {
    const why =
      place.socketPath === undefined
        ? 'No proxy is used for this address.'
        : 'A socket of this machine is reached directly.'
    return { verdict: ok(why), isThrough: false }
  }
  const route = await finding
  if ('problem' in route) return { verdict: failed(route.problem, CHANGE_IT), isThrough: false }
  try {
    const tunnel = await network.tunnelTo(place, finding, signal)
    if (!tunnel) {
      return { verdict: ok(`${route.why} The server is reached directly.`), isThrough: false }
    }
    tunnel.destroy()
    const detail = `${route.why} It connects us to ${place.host}:${place.port}.`
    return { verdict: ok(detail), isThrough: true }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const { failure } = error
    const { next } = explainFailure(failure.message, failure)
    return { verdict: failed(`${route.why} ${failure.message}`, next), isThrough: false }
  }
}

const CHANGE_IT =
  'Correct the proxy under Settings, Network, or "proxy" in the definition of the server.'
