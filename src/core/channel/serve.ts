/**
 * The far end of a channel: answers what is asked, takes parcels, and tells events. Channels that end
 * in one thread share its turns.
 */
import { messageOf, WorkbenchError, type WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Port, Report, Request, Terms } from './messages'
import { Outbox } from './outbox'
import { Turns } from './turns'

const SLICE_MS = 5

export type Parcel<Value> = { readonly parcel: number; readonly value: Value }

export type Service<Kind extends Terms> = {
  readonly answers: Kind['answers']
  readonly settings: {
    readonly [Name in keyof Kind['settings']]: (value: Kind['settings'][Name]) => void
  }
  /** Says by `taken` that it need not be handed over again, at once or later. */
  readonly take: (parcel: Parcel<Kind['parcel']>) => void
  /** All that has come so far is done. */
  readonly onIdle?: () => void
  /** The code of a failure that has none of its own. */
  readonly failure: WorkbenchErrorCode
}

/** To the near end. */
export type Line<Kind extends Terms> = {
  readonly tell: <Name extends keyof Kind['events'] & string>(
    event: Name,
    value: Kind['events'][Name]
  ) => void
  readonly taken: (parcels: readonly number[]) => void
}

export function serve<Kind extends Terms>(
  port: Port,
  open: (line: Line<Kind>) => Service<Kind>,
  turns = new Turns()
): void {
  const outbox = new Outbox<Report>((reports) => port.postMessage(reports))
  const service = open({
    tell: (event, value) => outbox.add({ event, value }),
    taken: (taken) => outbox.add({ taken })
  })
  const queue: Request[] = []
  const work = (): boolean => {
    const end = performance.now() + SLICE_MS
    for (let next = queue.shift(); next; next = queue.shift()) {
      serveOne(service, next, (report) => outbox.add(report))
      if (queue.length > 0 && performance.now() > end) return true
    }
    service.onIdle?.()
    return false
  }
  // Never works here: Node hears up to a thousand messages of one port before any of another.
  port.on('message', (requests: readonly Request[]) => {
    for (const request of requests) queue.push(request)
    turns.want(work)
  })
}

function serveOne<Kind extends Terms>(
  service: Service<Kind>,
  request: Request,
  report: (report: Report) => void
): void {
  if ('parcel' in request) return service.take(request)
  if ('setting' in request) {
    return service.settings[request.setting as keyof Kind['settings']](request.value as never)
  }
  const { id, ask, args } = request
  const failed = (error: unknown): void => {
    const code = error instanceof WorkbenchError ? error.code : service.failure
    report({ id, error: { code, message: messageOf(error) } })
  }
  const answers = service.answers as Readonly<Record<string, (...args: unknown[]) => unknown>>
  // What is not a promise is answered in this turn, in the order in which it was asked.
  try {
    const value = answers[ask]?.(...args)
    if (!(value instanceof Promise)) return report({ id, value })
    value.then((later) => report({ id, value: later as unknown }), failed)
  } catch (error) {
    failed(error)
  }
}
