/** Writes records for as long as it lives, and says of each that it is on disk, and how far it got. */
import { writeSync } from 'node:fs'
import { AuditStore } from './audit-store'
import { openAuditTables } from './audit-tables'
import { ending, intent } from '../../ledger/audit-testing'

const [path = '', run = ''] = process.argv.slice(2)
const store = new AuditStore(openAuditTables(path))
for (let turn = 0; ; turn++) {
  const token = `${run}-${turn}`
  store.begin(intent(token))
  writeSync(1, `begun ${token}\n`)
  store.end(ending(token))
  writeSync(1, `ended ${token}\n`)
}
