/**
 * How much of each kind one server can make Patchbay hold at a time, and what happens beyond that.
 * Whoever holds something for a server takes the number from here.
 */
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
  questionsAtOnce: {
    most: 2_000,
    beyond: 'A further request of the server is refused until one of them is answered.'
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
  messagesPerMinute: {
    most: 100_000,
    beyond: 'They are all recorded, and a problem names the server.'
  }
} as const satisfies Readonly<Record<string, Limit>>
