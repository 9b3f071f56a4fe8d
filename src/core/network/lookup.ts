/**
 * How every client of ours finds the address behind a name. A name that we treat as this machine
 * leads to this machine, whatever the system says of it, and no name leads to the addresses where a
 * machine keeps its own data: nobody who reads the name could know.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { hostKind } from '../address/hosts'

export const ADDRESS_REFUSED = 'ERR_ADDRESS_REFUSED'

/** Both are this machine, and a program may listen on one only. */
export const LOOPBACKS: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 }
]

export const lookup: LookupFunction = (name, options, callback) => {
  const { all, family } = options
  const answer = (addresses: readonly LookupAddress[]): void => {
    const [first] = addresses
    if (!first) return callback(notFound(name), '')
    if (all === true) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
  if (hostKind(name.toLowerCase()) === 'loopback') {
    // The clients of Node want the answer later, as it comes from the system.
    process.nextTick(() => answer(LOOPBACKS.filter((each) => isOfFamily(each, family))))
    return
  }
  systemLookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const usable = addresses.filter(({ address }) => !isMachineData(address))
    const [refused] = addresses
    if (refused && usable.length === 0) callback(refusal(name, refused.address), '')
    else answer(usable)
  })
}

/** All addresses of a name, for those who look at them one by one. */
export function lookUpAll(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error) reject(error)
      else resolve(typeof addresses === 'string' ? [] : addresses)
    })
  })
}

function isOfFamily(each: LookupAddress, family: number | string | undefined): boolean {
  if (family === undefined || family === 0) return true
  return each.family === (family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family)
}

function isMachineData(address: string): boolean {
  const kind = hostKind(address.replace(/%.*$/, ''))
  return kind === 'link-local' || kind === 'metadata'
}

function refusal(name: string, address: string): NodeJS.ErrnoException {
  const message = `the name ${name} leads to ${address}, where a machine keeps its own data. Patchbay does not connect there by name`
  return Object.assign(new Error(message), { code: ADDRESS_REFUSED, syscall: 'getaddrinfo' })
}

function notFound(name: string): NodeJS.ErrnoException {
  const error = new Error(`${name} has no such address`)
  return Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
}
