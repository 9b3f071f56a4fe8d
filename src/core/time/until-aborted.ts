import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'

/** What `work` gives, unless `signal` is aborted first: then it rejects at once, and `work` goes on alone. */
export async function untilAborted<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
  why: () => Error = cancelled
): Promise<Result> {
  let stopListening = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(why())
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    stopListening = () => signal.removeEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stopListening()
  }
}

function cancelled(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.Dismissed, 'That was cancelled.')
}
