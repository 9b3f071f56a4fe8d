/** What the person has decided about definitions, and what of it nothing needs any more. */
import { existsSync } from 'node:fs'
import type { TrustRecord } from '../../shared/servers/configuration'
import type { Scopes } from '../server-file/scopes'
import { definitionHash } from './trust'
import type { TrustStore } from './trust-store'

export function trustRecordsOf(trust: TrustStore, scopes: Scopes): readonly TrustRecord[] {
  const used = new Set(
    scopes
      .servers()
      .flatMap(({ definition, source }) => (definition ? [definitionHash(definition, source)] : []))
  )
  const records = trust.records()
  const known = knownFiles(new Set(records.map(({ source }) => source)), scopes)
  return records.map((record) => ({
    ...record,
    isUnused: known.has(record.source) && !used.has(record.hash)
  }))
}

/** Those of which it can be said what is in them: they are open and can be read, or are gone. */
function knownFiles(paths: ReadonlySet<string>, scopes: Scopes): ReadonlySet<string> {
  const open = new Map(scopes.states().map((state) => [state.path, state]))
  const isKnown = (path: string): boolean => {
    const state = open.get(path)
    return state ? state.fault === undefined : !existsSync(path)
  }
  return new Set([...paths].filter(isKnown))
}
