/**
 * Whether a tool sends messages to people, judged by its name and description. A guess, which only
 * decides what is offered: what a server calls its tools never changes what is kept.
 */
import { wordsOf } from './verbs'
import type { Tool } from '../calls/catalogue'

const LOOKED_AT_CHARS = 1_000

const SENDING = words(`broadcast compose deliver dispatch forward notify post publish reply resend
  respond send`)
const MESSAGES = words(`chat dm dms email emails fax imessage letter mail mails message messages mms
  msg reply sms telegram thread tweet tweets whatsapp`)
/** Nouns that also mean sending, when a name begins with one. */
const BOTH = words('chat dm email fax mail message sms text tweet whatsapp')
/** Words that show that a tool does something other than send. */
const OTHERWISE = words(`analyse analyze archive check classify clear count create delete describe
  download draft edit export extract fetch filter find format get history import info inspect label
  list load lookup mark move parse preview query read remove retrieve search settings show stats
  status summarise summarize sync template templates translate update validate verify view watch`)

export function sendsMessages(tool: Tool): boolean {
  const name = wordsOf(tool.name)
  const [first = ''] = name
  const isSending = name.some((word) => SENDING.has(word))
  if (!isSending) return BOTH.has(first) && !name.some((word) => OTHERWISE.has(word))
  // "post" may be a noun, as in get_post: then the first word says what the tool does.
  if (OTHERWISE.has(first) && first !== 'create' && first !== 'draft') return false
  const { description } = tool
  const said = typeof description === 'string' ? description.slice(0, LOOKED_AT_CHARS) : ''
  return [...name, ...plainWords(said)].some((word) => MESSAGES.has(word))
}

/** E-mail is one word, however it is written. */
function plainWords(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('e-mail', 'email')
      .match(/[a-z]+/g) ?? []
  )
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}
