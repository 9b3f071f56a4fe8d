/**
 * How much of each kind one server can make Patchbay hold at a time, and what happens beyond that.
 * Whoever holds something for a server takes the number from here.
 */
import { LIST_LIMIT_MAX, PAGE_LIMIT_MAX } from '../shared/server-config'

type Limit = {
  readonly most: number
  /** What happens beyond it, in whole sentences. */
  readonly beyond: string
}

const MIB = 1024 * 1024

export const LIMITS = {
  answersWaiting: {
    most: 256,
    beyond: 'Patchbay stops reading from the server until it has taken some of its answers.'
  },
  answerBytesWaiting: {
    most: MIB,
    beyond: 'Patchbay stops reading from the server until it has taken some of its answers.'
  },
  answersInFlight: {
    most: 64,
    beyond: 'Over HTTP, further answers wait until the server has replied to one of these.'
  },
  messagesWaiting: {
    most: 10_000,
    beyond: 'A message to a server that does not read is refused.'
  },
  messageBytesWaiting: {
    most: 64 * MIB,
    beyond: 'A message to a server that does not read is refused.'
  },
  requestsPending: {
    most: 1_000,
    beyond: 'A further request of yours to the server is refused until one of them has ended.'
  },
  questionsAtOnce: {
    most: 2_000,
    beyond: 'A further request of the server is refused until one of them is answered.'
  },
  questionsShown: {
    most: 5,
    beyond: 'A further question for you is refused, and the inbox says so.'
  },
  questionRepeats: {
    most: 1_000,
    beyond: 'A further request with the same question is refused.'
  },
  questionsPerMinute: {
    most: 100,
    beyond: 'Further questions are refused until the minute is over.'
  },
  unansweredRemembered: {
    most: 100_000,
    beyond: 'The oldest request is forgotten, and its answer is not paired with it.'
  },
  progressTokens: {
    most: 10_000,
    beyond: 'The oldest token is forgotten, and its progress is not checked.'
  },
  eventIds: {
    most: 2_000,
    beyond: 'The oldest id of an event is forgotten, and a repeat of it is not noticed.'
  },
  framesByHand: {
    most: 1_000,
    beyond: 'The oldest frame that you sent yourself is no longer expected to be answered.'
  },
  cancelledRequests: {
    most: 16,
    beyond: 'The oldest stream on which a late answer could come is ended.'
  },
  handshakesAtOnce: {
    most: 16,
    beyond: 'The oldest handshake over HTTP counts as given up.'
  },
  listPages: {
    most: PAGE_LIMIT_MAX,
    beyond: 'The list is cut, by default after 200 pages, and a finding says so.'
  },
  listItems: {
    most: LIST_LIMIT_MAX,
    beyond: 'The list is cut, by default after 10,000 items, and a finding says so.'
  },
  answersCached: {
    most: 500,
    beyond: 'The oldest is forgotten, and is asked for again.'
  },
  answerBytesCached: {
    most: 64 * MIB,
    beyond: 'The oldest is forgotten, and is asked for again.'
  },
  stderrLinesKept: {
    most: 20,
    beyond: 'The oldest line is only in the traffic, not in the post-mortem.'
  },
  endlessMessageBytes: {
    most: 128 * MIB,
    beyond:
      'A longer message counts as endless. It ends the session over stdio and HTTP+SSE, the connection over WebSocket, and its own stream or body over Streamable HTTP.'
  },
  stderrLineBytes: {
    most: 64 * 1024,
    beyond: 'Only the beginning of the line is recorded.'
  },
  connections: {
    most: 128,
    beyond: 'Over HTTP, further requests wait until one of these is done.'
  },
  streamsBesideRequests: {
    most: 16,
    beyond:
      'The oldest stream with which the server replied to an answer or a notification is ended.'
  },
  eventsWaiting: {
    most: 10_000,
    beyond: 'A window that takes no events gets no more, and is loaded again once it responds.'
  },
  eventCharsWaiting: {
    most: 64 * MIB,
    beyond: 'A window that takes no events gets no more, and is loaded again once it responds.'
  },
  messagesPerMinute: {
    most: 100_000,
    beyond: 'They are all recorded, and a problem names the server.'
  }
} as const satisfies Readonly<Record<string, Limit>>
