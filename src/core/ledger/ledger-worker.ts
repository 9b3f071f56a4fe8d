/** The thread of the ledger: the disk is waited for here, and not by the window or its servers. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { serveAudit } from '../audit/log/serve-audit'
import { Turns } from '../channel/turns'
import { serveTraffic } from '../store/serve-traffic'
import type { OpenPart } from './ledger-messages'

/** How far the thread stands back; a processor is first of all for the window and its servers. */
const NICENESS = 5
// On Linux a thread has a priority of its own. Elsewhere it would be that of all of Patchbay.
if (process.platform === 'linux') setPriority(NICENESS)

const turns = new Turns()
parentPort?.on('message', (opening: OpenPart) => {
  if (opening.part === 'audit') serveAudit(opening.port, opening.start, turns)
  else serveTraffic(opening.port, opening.start, turns)
})
