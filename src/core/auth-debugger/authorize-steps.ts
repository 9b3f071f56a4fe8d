/** Asks for authorization in two steps: the page that is opened, and what comes back from it. */
import { authorize, type AuthorizationOptions, type Authorized } from '../auth/authorization'
import type { Callback, CallbackAnswer } from '../auth/callback'
import type { DebugContext } from './debug-flow'

type Wanted = Pick<AuthorizationOptions, 'discovery' | 'identity' | 'scope' | 'resource'> & {
  readonly callback: Callback
  /** Sees the answer, and says what is made of it. */
  readonly onAnswer: (answer: CallbackAnswer) => CallbackAnswer
}

export async function authorizeInTwoSteps(
  { steps, oauth, client, openPage, onReturn, pageFailed }: DebugContext,
  { callback, onAnswer, ...wanted }: Wanted
): Promise<Authorized> {
  const opened = Promise.withResolvers<void>()
  const returning = Promise.withResolvers<void>()
  const answer = Promise.race([callback.answer, pageFailed]).then(async (came) => {
    const seen = onAnswer(came)
    // The answer belongs to the next step, however fast it comes.
    await returning.promise
    onReturn()
    return seen
  })
  answer.catch(() => undefined) // whoever waits for it hears of it
  const { redirectUrl, state } = callback
  let authorizing: Promise<Authorized> | undefined
  const begin = (): Promise<Authorized> => {
    authorizing ??= authorize({
      ...wanted,
      oauth,
      client,
      callback: { redirectUrl, state, answer },
      openPage: async (url) => {
        await openPage(url, callback)
        opened.resolve()
      }
    })
    return authorizing
  }
  await steps.run(
    'authorization',
    () => {
      begin().catch(opened.reject)
      return opened.promise
    },
    () => `The page is one of ${new URL(wanted.discovery.issuer).host}.`
  )
  return steps.run(
    'return',
    () => {
      returning.resolve()
      return begin()
    },
    () => 'Your browser came back with a code.'
  )
}
