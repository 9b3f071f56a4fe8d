/** Whether the text of an error says enough for a model, or a person, to do something about it. */

const MOST_CHARS = 200
const STATUS = String.raw`(?:(?:http )?(?:error|status)(?: code)?:? )?\d{3}\b[:,]?`
const BARE_PHRASE =
  'access (?:is )?denied|permission denied|forbidden|unauthori[sz]ed|not found|bad request|' +
  '(?:internal )?(?:server )?error(?: occurred)?|exception|unprocessable entity|conflict|' +
  'bad|wrong|denied|rejected|refused|unavailable|unknown|unsupported|not supported|aborted|' +
  'null|undefined|none|nothing|oops|' +
  '(?:operation|request|call|tool|execution|it)?(?: has)? ?failed|failure|' +
  'invalid(?: (?:input|request|argument|arguments|parameter|parameters|params|value|values))?|' +
  'an? (?:unknown |unexpected |internal )?error(?: has)?(?: occurred)?|unknown error|unexpected error|' +
  'something went wrong|time(?:d )?out|not allowed|too many requests|rate limit(?: exceeded| reached)?'
/** “Error: Error: ”, “MCP error -32603: ”, “Sorry, ”. */
const LEAD = '(?:(?:mcp )?error(?: -?\\d{1,6})?:? |oops[,.!:]* |sorry[,.!:]* ){0,4}'
const TRY_AGAIN = '(?:[.,;!]? ?(?:please )?(?:try again|retry)(?: later)?)?'
const BARE = new RegExp(`^${LEAD}(?:${STATUS})? ?(?:${BARE_PHRASE})?${TRY_AGAIN}$`, 'i')

export const BARE_ERROR_ADVICE =
  'The text names neither the cause nor a remedy. If the server is yours, say both, as in “Access denied: API_TOKEN has expired. Set a new one.”'

/** A phrase or a status alone. Anything more may be the cause, and is not judged. */
export function isBareErrorText(text: string): boolean {
  if (text.length > MOST_CHARS) return false
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/[.!\s]+$/, '')
    .trim()
  return BARE.test(plain)
}
