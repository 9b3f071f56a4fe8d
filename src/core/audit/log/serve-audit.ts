/** Keeps the audit log in the thread of the ledger. */
import type { Port } from '../../channel/messages'
import { serve, type Line, type Service } from '../../channel/serve'
import type { Turns } from '../../channel/turns'
import { WorkbenchErrorCode } from '../../../shared/protocol/errors'
import type { AuditSpec } from '../../../shared/traffic/audit'
import type { ListCount } from '../../../shared/traffic/list'
import { ListViews } from '../../query/list-views'
import { auditAnswers, type AuditViews } from './audit-answers'
import { AuditKeeper } from './audit-keeper'
import type { AuditStart, AuditTerms } from './audit-messages'
import type { Intent } from './audit-store'
import { Redactor } from '../../redaction/redaction'

/** Whoever looks at the log is told this often that there is more. */
const TELL_MS = 50
/** How soon it is noticed that there is space on the disk again. */
const TEND_MS = 10_000

type Begin = PromiseWithResolvers<number> & { readonly intent: Intent }

export function serveAudit(port: Port, start: AuditStart, turns: Turns): void {
  serve<AuditTerms>(port, (line) => auditService(start, line), turns)
}

function auditService(start: AuditStart, line: Line<AuditTerms>): Service<AuditTerms> {
  const redactor = new Redactor()
  const keeper = new AuditKeeper({
    ...start,
    redactor,
    onTaken: line.taken,
    onChange: tellSoon,
    onNotice: (message, path) => line.tell('notice', { message, path })
  })
  const countOf = ({ query }: AuditSpec, wanted?: number): ListCount => {
    const { until, matched, total } = keeper.reader().count(query, wanted)
    // Changes whenever a record is written or completed.
    const version = keeper.standing.revision
    return { version, matched, total, lastSeq: until, isComplete: true }
  }
  const views: AuditViews = new ListViews({
    count: countOf,
    page: (spec, window) => {
      const { query, isGrouped } = spec
      const count = countOf(spec, window.until)
      const range = { ...window, until: count.lastSeq, isGrouped }
      return { count, rows: keeper.reader().rows(query, range) }
    },
    newest: () => keeper.reader().newest()
  })
  let isTelling = false
  /** What came while the disk was waited for is written together. */
  let begins: Begin[] = []

  function tellSoon(): void {
    if (isTelling) return
    isTelling = true
    setTimeout(() => {
      isTelling = false
      line.tell('standing', keeper.standing)
      const growths = views.growths()
      if (growths.length > 0) line.tell('grew', growths)
    }, TELL_MS)
  }

  /** Writes all together. If that fails, writes each alone, so that one bad record fails alone. */
  function write(): void {
    const together = begins
    begins = []
    if (together.length === 0) return keeper.settle()
    try {
      const ids = keeper.beginAll(together.map(({ intent }) => intent))
      together.forEach(({ resolve }, index) => resolve(ids[index] as number))
    } catch {
      for (const { intent, resolve, reject } of together) {
        try {
          resolve(keeper.begin(intent))
        } catch (error) {
          reject(error)
        }
      }
    }
  }

  keeper.tend()
  setInterval(() => keeper.tend(), TEND_MS).unref()
  tellSoon()
  return {
    answers: {
      ...auditAnswers(keeper, views, write),
      begin: (intent) => {
        const begin = { intent, ...Promise.withResolvers<number>() }
        begins.push(begin)
        return begin.promise
      }
    },
    settings: {
      secrets: (secrets) => redactor.add(secrets),
      keeping: (settings) => keeper.configure(settings)
    },
    take: (parcel) => keeper.hold([parcel]),
    onIdle: write,
    failure: WorkbenchErrorCode.Storage
  }
}
