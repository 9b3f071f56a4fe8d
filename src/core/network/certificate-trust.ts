/** Lets you look at the certificates of a server, and trust exactly the one that it shows. */
import type { DetailedPeerCertificate } from 'node:tls'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ConfirmSubject, DefinitionLine } from '../../shared/question/prompt'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { visibleText } from '../../shared/text/visible-text'
import { systemClock } from '../time/clock'
import { codeOf, NetworkError } from './network-error'
import type { Networks } from './networks'
import { samePrint, shownPrint } from './pin'
import { readChain, targetOf } from './read-chain'

const WAIT_MS = 15_000

export type ShownCertificate = {
  readonly fingerprint: string
  readonly subject: ConfirmSubject
}

/** Of a definition that is filled in. Nothing is sent to the server. */
export async function lookAtCertificate(
  definition: ServerDefinition,
  networks: Networks
): Promise<ShownCertificate> {
  const { name } = definition
  const url = definition.transport === 'stdio' ? null : URL.parse(definition.url)
  if (!url || !/^(?:https|wss):$/.test(url.protocol)) {
    throw refused(`${name} has no certificate: its address does not begin with https or wss.`)
  }
  const limit = new AbortController()
  const stopWaiting = systemClock.after(WAIT_MS, () => limit.abort())
  try {
    const target = targetOf(url)
    const chain = await readChain(networks.of(definition), target, limit.signal)
    const [leaf] = chain.certificates
    if (!leaf) throw refused(`${name} shows no certificate.`)
    const pinned = definition.access?.tls?.pinned
    return {
      fingerprint: shownPrint(leaf.fingerprint256),
      subject: {
        title: `Trust this certificate for ${name}?`,
        intro: `This is the certificate of ${target.host}:${target.port}. Ask whoever runs the server for its SHA-256 fingerprint, and compare. If you trust it, Patchbay accepts this certificate and no other for this server, whoever signed it, whatever names are in it, and also after it expires.`,
        warnings: warningsOf(chain.refusal, pinned, leaf),
        lines: chain.certificates.flatMap(linesOf),
        accept: 'Trust it',
        hint: 'It is written into the definition of the server, as "pinned" under "tls".'
      }
    }
  } catch (error) {
    if (error instanceof WorkbenchError) throw error
    const why = error instanceof NetworkError ? error.message : `(${codeOf(error) ?? 'no answer'})`
    throw refused(`The certificate of ${name} could not be read. ${why}`)
  } finally {
    stopWaiting()
  }
}

function warningsOf(
  refusal: string | undefined,
  pinned: string | undefined,
  { fingerprint256 }: DetailedPeerCertificate
): readonly string[] {
  const isOther = pinned !== undefined && !samePrint(fingerprint256, pinned)
  return [
    ...(isOther
      ? [`You trusted another certificate before: ${shownPrint(pinned)}. Ask why it has changed.`]
      : []),
    refusal === undefined
      ? 'This machine accepts it already. If you trust it here, Patchbay refuses every later one.'
      : `This machine does not accept it (${refusal}). Somebody between you and the server could show a certificate like this, too.`
  ]
}

function linesOf(certificate: DetailedPeerCertificate, index: number): readonly DefinitionLine[] {
  const { subject, issuer, valid_from: from, valid_to: until, fingerprint256 } = certificate
  const names = certificate.subjectaltname
  return [
    { label: index === 0 ? 'certificate' : `issuer ${index}`, text: nameOf(subject) },
    ...(index === 0 && names !== undefined ? [{ label: 'names', text: shown(names) }] : []),
    { label: 'signed by', text: nameOf(issuer) },
    { label: 'valid', text: `${shown(from)} to ${shown(until)}` },
    { label: 'SHA-256', text: shownPrint(fingerprint256) }
  ]
}

function nameOf(names: DetailedPeerCertificate['subject'] | undefined): string {
  const parts = Object.entries(names ?? {}).map(
    ([kind, value]) => `${kind}=${[value].flat().join('+')}`
  )
  return parts.length === 0 ? 'nobody' : shown(parts.join(', '))
}

function shown(text: string): string {
  return visibleText(text.slice(0, 500))
}

function refused(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
