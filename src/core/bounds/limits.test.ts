import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIMITS } from './limits'

type LimitName = keyof typeof LIMITS

const SOURCES = join(import.meta.dirname, '../..')

/** The only files that may use each limit, because they are the ones that hold what it bounds. */
const ENFORCED_IN: Readonly<Record<LimitName, readonly string[]>> = {
  answersWaiting: ['core/wire/outbox.ts'],
  answerBytesWaiting: ['core/wire/outbox.ts'],
  answersInFlight: ['core/http/http-client.ts', 'core/transport/http-wire.ts'],
  messagesWaiting: ['core/wire/outbox.ts'],
  messageBytesWaiting: ['core/transport/stdio.ts', 'core/transport/websocket.ts'],
  requestsPending: ['core/session/session-audit.ts'],
  questionsAtOnce: ['core/conversation/rpc-peer.ts'],
  questionsShown: ['core/consent/inbox.ts'],
  questionRepeats: ['core/question/question-queue.ts'],
  questionsPerMinute: ['core/consent/inbox.ts'],
  questionsRemembered: ['core/consent/inbox.ts'],
  formFields: ['core/consent/flat-schema.ts'],
  questionChars: ['core/consent/asking.ts'],
  questionDepth: ['core/consent/asking.ts'],
  samplingInOneCall: ['core/consent/sampling-request.ts'],
  samplingParts: ['core/consent/sampling-request.ts'],
  scopesAsked: ['core/consent/scope-questions.ts'],
  scopeAskedChars: ['core/consent/scope-questions.ts'],
  signInTextChars: ['core/auth/bounds.ts'],
  signInSentenceChars: ['core/auth/bounds.ts'],
  signInAddressChars: ['core/auth/bounds.ts'],
  signInScopes: ['core/auth/bounds.ts'],
  signInScopeChars: ['core/auth/bounds.ts'],
  thingsApproved: ['core/consent/approved-things.ts'],
  catalogueChanges: ['core/catalogue/catalogue-memory.ts'],
  serverIcons: ['core/conversation/handshake.ts'],
  unansweredRemembered: ['core/metrics/metrics.ts', 'core/traffic/pairing.ts'],
  endedRemembered: ['core/traffic/pairing.ts', 'core/traffic/tokens.ts'],
  methodsCounted: ['core/metrics/metrics.ts'],
  serverMethodsCounted: ['core/metrics/metrics.ts'],
  metricsBytes: ['core/polling/metrics-poll.ts'],
  metricsNamed: ['core/polling/metrics-poll.ts'],
  metricsNameChars: ['core/polling/metrics-poll.ts'],
  metricsTextChars: ['core/polling/metrics-poll.ts'],
  progressTokens: ['core/rules/progress.ts', 'core/traffic/tokens.ts'],
  requestsNoted: ['core/rules/overheard.ts'],
  listingsAwaited: ['core/rules/listings.ts'],
  listingCursors: ['core/rules/listings.ts'],
  listingTools: ['core/rules/listings.ts'],
  eventIds: ['core/framing/event-trail.ts'],
  eventIdChars: ['core/framing/event-trail.ts'],
  framesByHand: ['core/conversation/raw-frames.ts'],
  idsByHand: ['core/conversation/raw-frames.ts'],
  partsByHand: ['core/conversation/raw-frames.ts'],
  cancelledRequests: ['core/http/asked.ts'],
  handshakesAtOnce: ['core/http/asked.ts'],
  listPages: ['core/server-file/entry.ts'],
  listItems: ['core/server-file/entry.ts'],
  answersCached: ['core/session/cache.ts'],
  answerBytesCached: ['core/session/cache.ts'],
  stderrLinesKept: ['core/session/last-lines.ts'],
  inFlightTold: ['core/session/post-mortem.ts'],
  endlessMessageBytes: [
    'core/transport/http-wire.ts',
    'core/transport/stdio.ts',
    'core/transport/websocket.ts'
  ],
  stderrLineBytes: ['core/transport/stdio.ts'],
  refusalBytes: ['core/http/refusal-bodies.ts'],
  connections: ['core/http/http-client.ts'],
  streamsBesideRequests: ['core/transport/streamable-http.ts'],
  eventsWaiting: ['main/ipc/event-queue.ts'],
  eventCharsWaiting: ['main/ipc/event-queue.ts'],
  messagesPerMinute: ['core/session/flood-watch.ts']
}

const names = Object.keys(LIMITS) as LimitName[]

/** Of every file that imports the table, its path and what it says. */
function usersOfTheTable(): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({
      path: path.split(sep).join('/'),
      text: readFileSync(join(SOURCES, path), 'utf8')
    }))
    .filter(({ text }) => /import \{ LIMITS \} from '[./a-z]+limits'/.test(text))
}

describe('the table of limits', () => {
  it.each(names)('says how many of %s there may be, and what happens beyond that', (name) => {
    const { most, beyond } = LIMITS[name]
    expect(Number.isSafeInteger(most) && most > 0).toBe(true)
    expect(beyond).toMatch(/^[A-Z][^\n]+\.$/)
  })

  const users = usersOfTheTable()
  const usersOf = (name: string): readonly string[] =>
    users
      .filter(({ text }) =>
        new RegExp(`LIMITS\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\} = LIMITS\\b`).test(text)
      )
      .map(({ path }) => path)
      .toSorted()

  it.each(names)('has %s enforced by whoever holds it, and by nobody else', (name) => {
    expect(usersOf(name)).toEqual(ENFORCED_IN[name])
  })

  it('is imported only where one of its limits is enforced', () => {
    const enforcing = new Set(Object.values(ENFORCED_IN).flat())
    expect(users.map(({ path }) => path).toSorted()).toEqual([...enforcing].toSorted())
  })
})
