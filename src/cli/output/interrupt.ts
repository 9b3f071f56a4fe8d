/** The person, or the system, wants us to stop. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.')
    this.name = 'Interrupted'
  }
}

/** What `work` gives, unless we are interrupted first; then it rejects at once. */
export async function orInterrupted<T>(interrupt: AbortSignal, work: Promise<T>): Promise<T> {
  let stopListening = (): void => {}
  const interrupted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(new Interrupted())
    if (interrupt.aborted) return onAbort()
    interrupt.addEventListener('abort', onAbort, { once: true })
    stopListening = () => interrupt.removeEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, interrupted])
  } finally {
    stopListening()
  }
}
