/** From the address to the catalogue of a server that is reached over a network. */
import { failureOf } from '../../shared/calls/call'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Clock } from '../time/clock'
import { settingsOf, type RemoteDefinition } from '../../shared/servers/server-config'
import {
  checkAddress,
  lookUp,
  placeOf,
  tryToConnect,
  tryToConnectSocket,
  type Address,
  type Place
} from './address-checks'
import { credentialsSent } from './auth-check'
import { failed, skipped, type CheckList, type CheckName, type Verdict } from './check-list'
import type { Examination } from './examination'
import { HttpExamination } from './http-examination'
import { checkProxy } from './proxy-check'
import { adviseOnTools } from './tool-advice'
import { openOnce, readLists, versionVerdict, type Broken, type Ready } from './opening'
import { checkCertificate } from './tls-check'
import { WebSocketExamination } from './websocket-examination'

const ADDRESS_LIMIT_MS = 1_000
/** Longer than a proxy is waited for, so that there is something to tell. */
const PROXY_LIMIT_MS = 25_000
const DNS_LIMIT_MS = 10_000
const CONNECT_LIMIT_MS = 15_000
const TLS_LIMIT_MS = 10_000
const CATALOGUE_LIMIT_MS = 30_000
/** What is left of a handshake when its own time is over: the lists are tried without one. */
const AFTER_HANDSHAKE_MS = 6_000

export function remoteChecks({ transport, url }: RemoteDefinition): readonly CheckName[] {
  const isSecure = /^\s*(https|wss):/i.test(url)
  const first: readonly CheckName[] =
    transport === 'websocket'
      ? [['upgrade', 'WebSocket upgrade']]
      : [
          ['status', 'HTTP status'],
          ['content-type', 'Content type']
        ]
  return [
    ['address', 'Address'],
    ['proxy', 'Proxy'],
    ['dns', 'Name lookup (DNS)'],
    ['connect', 'Connection'],
    ...(isSecure ? [['tls', 'Certificate (TLS)'] as const] : []),
    ...first,
    ['well-known', 'Well-known documents'],
    ['auth', 'Authorization'],
    ['era', 'Era and protocol version'],
    ['session', 'Session'],
    ['catalogue', 'Catalogue'],
    ['advice', 'Advice on the tools']
  ]
}

export async function examineRemote(
  definition: RemoteDefinition,
  examination: Examination
): Promise<void> {
  const place = await reach(definition, examination)
  if (!place) return
  const first =
    definition.transport === 'websocket'
      ? new WebSocketExamination(definition, examination, place)
      : new HttpExamination(definition, examination, place)
  try {
    if (!(await first.run())) return
    const state = await open(definition, examination)
    if (!state) return
    await first.checkSession(state)
    await checkCatalogue(definition, examination)
  } finally {
    await first.end()
  }
}

/** Undefined when there is no connection. */
async function reach(
  definition: RemoteDefinition,
  { list, clock, workbench }: Examination
): Promise<Place | undefined> {
  await list.run('address', ADDRESS_LIMIT_MS, async () => checkAddress(definition))
  const place = placeOf(definition)
  if (!place) return undefined
  const network = workbench.networks.of(definition)
  let isThrough = false
  const isWay = await list.run('proxy', PROXY_LIMIT_MS, async (signal) => {
    const found = await checkProxy(place, network, signal)
    isThrough = found.isThrough
    return found.verdict
  })
  if (!isWay) return undefined
  if (isThrough) {
    list.settle('dns', skipped('The proxy looks the name up.'))
    list.settle('connect', skipped('The proxy makes the connection.'))
  } else if (!(await reachDirectly(place, list, clock))) return undefined
  if (!place.isSecure) return place
  const isTrusted = await list.run('tls', TLS_LIMIT_MS, (signal) =>
    checkCertificate(place, network, clock, signal)
  )
  return isTrusted ? place : undefined
}

async function reachDirectly(place: Place, list: CheckList, clock: Clock): Promise<boolean> {
  const { socketPath } = place
  if (socketPath !== undefined) {
    list.settle('dns', skipped('A socket of this machine needs no lookup.'))
    return list.run('connect', CONNECT_LIMIT_MS, (signal) =>
      tryToConnectSocket(socketPath, { clock, signal })
    )
  }
  let addresses: readonly Address[] = []
  const isKnown = await list.run('dns', DNS_LIMIT_MS, async () => {
    const found = await lookUp(place)
    addresses = found.addresses
    return found.verdict
  })
  if (!isKnown) return false
  return list.run('connect', CONNECT_LIMIT_MS, (signal) =>
    tryToConnect(place, addresses, { clock, signal })
  )
}

async function open(
  definition: RemoteDefinition,
  examination: Examination
): Promise<Ready | undefined> {
  const { list } = examination
  list.begin('era')
  const limitMs = settingsOf(definition).initializeTimeoutMs + AFTER_HANDSHAKE_MS
  const opening = await openOnce(examination, definition.id, limitMs)
  if (opening.isReady) {
    list.settle('era', versionVerdict(opening.state))
    return opening.state
  }
  const { broken } = opening
  if (broken.code === WorkbenchErrorCode.AuthRequired) {
    list.settle('auth', lateRefusal(definition, broken))
    list.settle('era', skipped('The server does not let us in.'))
  } else list.settle('era', eraFailure(definition, broken))
  return undefined
}

function eraFailure({ settings }: RemoteDefinition, broken: Broken): Verdict {
  const { reason, next, isVersion, code } = broken
  if (isVersion) {
    return failed(reason, next ?? SEE_LOG)
  }
  const era = settings?.era ?? 'auto'
  if (code === WorkbenchErrorCode.ErrorAnswer && era !== 'auto') {
    return failed(reason, `Set "era" to "auto" in the definition; it is "${era}" now.`)
  }
  if (code === WorkbenchErrorCode.Timeout || broken.isLate) {
    const fix = 'Look at the log of the server for what it waits for, or allow it more time.'
    return failed(reason, fix)
  }
  return failed(reason, next ?? 'Look at the exchange in Traffic, and at the log of the server.')
}

async function checkCatalogue(
  definition: RemoteDefinition,
  examination: Examination
): Promise<void> {
  const { list } = examination
  await list.run('catalogue', CATALOGUE_LIMIT_MS, async (signal) => {
    const listing = await readLists({ ...examination, signal }, definition.id)
    if ('broken' in listing) {
      list.settle('session', failed(listing.broken.reason, listing.broken.next ?? SEE_LOG))
      return skipped('The session did not last while the lists were read.')
    }
    const { verdict, failure } = listing
    const refusal = failure && failureOf(failure)
    if (refusal?.class === 'auth') {
      list.settle(
        'auth',
        lateRefusal(definition, {
          reason: refusal.message,
          ...(refusal.next !== undefined && { next: refusal.next })
        })
      )
      return skipped('The server lets us in, but not to its lists.')
    }
    return verdict
  })
  adviseOnTools(examination, definition.id)
}

const SEE_LOG = 'Look at the log of the server for why it ended the session.'

/** It let the first request pass, and refused a later one. */
function lateRefusal(definition: RemoteDefinition, { reason, next }: Broken): Verdict {
  if (definition.access?.signing && next !== undefined) return failed(reason, next)
  const names = [...new Set([...Object.keys(definition.headers), ...credentialsSent(definition)])]
  const fix =
    names.length === 0
      ? 'Add the header with the credentials that the server wants to the definition.'
      : `Check what ${names.join(' and ')} may do there: the server wants more rights, or another value.`
  return failed(reason, fix)
}
