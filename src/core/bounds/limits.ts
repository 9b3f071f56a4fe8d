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
  questionsRemembered: {
    most: 50,
    beyond: 'The oldest question that left the inbox is only in the traffic.'
  },
  formFields: {
    most: 200,
    beyond: 'A form with more fields is refused.'
  },
  questionChars: {
    most: 4_000_000,
    beyond: 'A longer question for you is refused, because nothing is shown in part.'
  },
  questionDepth: {
    most: 64,
    beyond: 'A question for you that is nested more deeply is refused.'
  },
  samplingInOneCall: {
    most: 25,
    beyond: 'A further request for a model in the same call is refused, and taken for a loop.'
  },
  samplingParts: {
    most: 1_000,
    beyond: 'A request for a model with more content blocks and tools is refused.'
  },
  scopesAsked: {
    most: 200,
    beyond: 'A request for more scopes is refused, and nobody is asked.'
  },
  scopeAskedChars: {
    most: 1_000,
    beyond:
      'A request for a longer scope is refused, and of a longer reason the beginning is shown.'
  },
  signInTextChars: {
    most: 300,
    beyond: 'Of a text in a sign-in the beginning is kept, and it says how long the text was.'
  },
  signInSentenceChars: {
    most: 1_500,
    beyond: 'Of a sentence with such texts the beginning is kept.'
  },
  signInAddressChars: {
    most: 2_048,
    beyond: 'A sign-in with a longer address, issuer or id is refused.'
  },
  signInScopes: {
    most: 200,
    beyond: 'Further scopes are not asked for, and the sign-in says so.'
  },
  signInScopeChars: {
    most: 8_000,
    beyond: 'Further scopes are not asked for, and the sign-in says so.'
  },
  thingsApproved: {
    most: 5_000,
    beyond: 'Further tools, prompts and resources are not compared with what you approved.'
  },
  catalogueChanges: {
    most: 500,
    beyond: 'Further changes of the lists of a server are not marked.'
  },
  serverIcons: {
    most: 20,
    beyond: 'Further icons of the server are ignored.'
  },
  unansweredRemembered: {
    most: 100_000,
    beyond: 'The oldest request is forgotten, and its answer is not paired with it.'
  },
  endedRemembered: {
    most: 2_000,
    beyond:
      'The oldest request that has ended is forgotten, and what comes late for it is not paired.'
  },
  methodsCounted: {
    most: 40,
    beyond: 'Requests to the server with a further method are counted together.'
  },
  serverMethodsCounted: {
    most: 20,
    beyond: 'Requests of the server with a further method are counted together.'
  },
  metricsBytes: {
    most: 64 * 1024,
    beyond: 'Numbers of the server that take more room are not read, and the metrics say so.'
  },
  metricsNamed: {
    most: 100,
    beyond: 'Further numbers that Patchbay does not know are not shown.'
  },
  metricsNameChars: {
    most: 100,
    beyond: 'Only the beginning of the name of a number is shown.'
  },
  metricsTextChars: {
    most: 200,
    beyond: 'Only the beginning of what the server says for a number is shown.'
  },
  progressTokens: {
    most: 10_000,
    beyond: 'The oldest token is forgotten, and its progress is not checked.'
  },
  requestsNoted: {
    most: 10_000,
    beyond:
      'The oldest request is forgotten, and the page or the progress it asked for is not checked.'
  },
  listingsAwaited: {
    most: 64,
    beyond: 'The oldest list is forgotten, and its next page counts as the beginning of a list.'
  },
  listingCursors: {
    most: 1_000,
    beyond: 'Further cursors of the list are not checked for repeats.'
  },
  listingTools: {
    most: 10_000,
    beyond: 'Further tools of the list are not checked for repeats.'
  },
  eventIds: {
    most: 2_000,
    beyond: 'The oldest id of an event is forgotten, and a repeat of it is not noticed.'
  },
  eventIdChars: {
    most: 4_096,
    beyond: 'A longer id of an event is ignored, and its stream cannot be taken up again there.'
  },
  framesByHand: {
    most: 1_000,
    beyond: 'The oldest frame that you sent yourself is no longer expected to be answered.'
  },
  idsByHand: {
    most: 10_000,
    beyond: 'The oldest id that you sent yourself may be used again by Patchbay.'
  },
  partsByHand: {
    most: 1_000,
    beyond: 'Further parts of a batch that you send yourself are not expected to be answered.'
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
    most: 10_000,
    beyond: 'The list is cut, by default after 200 pages, and a finding says so.'
  },
  listItems: {
    most: 100_000,
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
  inFlightTold: {
    most: 50,
    beyond:
      'Further requests that were not answered are only in the traffic, not in the post-mortem.'
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
  refusalBytes: {
    most: MIB,
    beyond: 'Only the beginning of the body of a refusal is kept.'
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
