/** A server asks the person for values, or to go to a page. Accepting, declining and cancelling differ. */
import type { FormAsk } from '../../shared/question/form-kind'
import { SHEET_RECORDS } from '../../shared/question/sheet-records'
import type { UrlAsk } from '../../shared/question/url-kind'
import { isObject, type JsonObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { ServerId } from '../../shared/protocol/ids'
import { isWorthHiding } from '../references/secret-values'
import type { Asker, InputHandler, Inputs } from '../conversation/input'
import { RpcError } from '../conversation/rpc-peer'
import { examineLink } from '../address/url-gate'
import {
  answerIn,
  askPerson,
  INVALID_PARAMS,
  noteUnanswered,
  recordedOnce,
  type Asked,
  type AskingParts
} from './asking'
import { formAsk } from './flat-schema'
import type { Ended } from '../question/question-queue'

const { form: FORM, url: URL } = SHEET_RECORDS

export type ElicitationParts = AskingParts & {
  /** Shows a page in the person's browser. */
  readonly openPage: (href: string) => Promise<void>
  /** From then on these values are hidden wherever they may turn up. */
  readonly hide: (values: readonly string[]) => void
}

type Elicited = { action: 'accept' | 'decline' | 'cancel'; content?: JsonObject }

export class Elicitation {
  /** The pages that were opened while one call is worked on. */
  private readonly visited = new WeakMap<object, Set<string>>()
  /** The addresses of pages that are open, by server and the name that the server gave them. */
  private readonly open = new Map<string, string>()

  constructor(private readonly parts: ElicitationParts) {}

  readonly handle: InputHandler = async (params, signal, asker) => {
    const { mode = 'form' } = params
    if (mode === 'form') return this.fillIn(params, signal, asker)
    if (mode === 'url') return this.visit(params, signal, asker)
    throw new RpcError(INVALID_PARAMS, 'params.mode has to be form or url.')
  }

  /** True when the person has been to all of them, so that the call can be made again. */
  readonly visitPages: NonNullable<Inputs['visitPages']> = async (pages, signal, asker) => {
    if (!Array.isArray(pages) || pages.length === 0) return false
    for (const page of pages as readonly unknown[]) {
      if (!isObject(page)) return false
      const { action } = await this.visit(page, signal, asker)
      if (action !== 'accept' || !(await this.waitFor(page, signal, asker))) return false
    }
    return true
  }

  /** The server says that a page is done with. */
  hearNotification(serverId: ServerId, method: string, { elicitationId }: Params): void {
    if (method !== 'notifications/elicitation/complete') return
    if (typeof elicitationId !== 'string') return
    const url = this.open.get(`${serverId} ${elicitationId}`)
    this.parts.inbox.complete(
      ({ ask, serverId: asker }) =>
        ask.kind === 'url' && ask.isOpened === true && ask.url === url && asker === serverId
    )
  }

  private async fillIn(params: Params, signal: AbortSignal, asker: Asker): Promise<Elicited> {
    const ask = formAsk(params)
    const ended = await askPerson(this.parts, { ask, risk: FORM.risk(ask), signal, asker })
    const answer = answerIn(ended)
    const { message, schema } = ask
    if (answer?.action === 'accept') {
      const { content, isForced } = answer
      this.parts.hide(secretsIn(content, ask))
      // What was written stays out of the log: it may be anything.
      const fields = Object.keys(content)
      const written = { message, schema, fields, ...(isForced && { isForced }) }
      const effect = { serverId: asker.serverId, method: FORM.audit.method, params: written }
      await recordedOnce(this.parts, ended, effect, async () => 'accept')
      return { action: 'accept', content }
    }
    const action = answer?.action ?? unansweredAction(ended)
    const { serverId } = asker
    const entry = {
      serverId,
      method: FORM.audit.method,
      params: { message, schema },
      result: action
    }
    noteUnanswered(this.parts, ended, entry)
    return { action }
  }

  private async visit(params: Params, signal: AbortSignal, asker: Asker): Promise<Elicited> {
    const ask = urlAsk(params)
    const { serverId } = asker
    const { message, url } = ask
    const visited = this.visited.get(asker.scope) ?? new Set()
    this.visited.set(asker.scope, visited)
    const risk = URL.risk(ask)
    // A loop, which could go on for long: it is only counted.
    if (visited.has(url)) {
      this.parts.inbox.refuse({ serverId, ask, risk, signal }, 'repeated')
      return { action: 'cancel' }
    }
    const ended = await askPerson(this.parts, { ask, risk, signal, asker })
    const action = answerIn(ended)?.action ?? unansweredAction(ended)
    const link = examineLink(url)
    if (action !== 'accept' || !link.isAllowed) {
      const entry = {
        serverId,
        method: URL.audit.method,
        params: { message, url },
        result: action
      }
      noteUnanswered(this.parts, ended, entry)
      return { action }
    }
    visited.add(url)
    const effect = { serverId, method: URL.audit.method, params: { message, url } }
    await recordedOnce(this.parts, ended, effect, async () => {
      await this.parts.openPage(link.href)
      return 'accept'
    })
    return { action }
  }

  /** Until the server says that the page is done with, or the person does. */
  private async waitFor(params: Params, signal: AbortSignal, asker: Asker): Promise<boolean> {
    const { elicitationId } = params
    const ask = { ...urlAsk(params), isOpened: true }
    const key = `${asker.serverId} ${String(elicitationId)}`
    if (typeof elicitationId === 'string') this.open.set(key, ask.url)
    const ended = await this.untilDone({ ask, risk: URL.risk(ask), signal, asker }, key)
    if (ended.leaving === 'completed') return true
    return answerIn(ended)?.action === 'accept'
  }

  /** Nothing of a page is kept once nobody waits for it, whatever became of the question. */
  private async untilDone(asked: Asked<'url'>, key: string): Promise<Ended<'url'>> {
    try {
      return await askPerson(this.parts, asked)
    } finally {
      this.open.delete(key)
    }
  }
}

/** Whoever denies all, or has paused a server, has said no; nobody else has said anything. */
function unansweredAction({ leaving }: Ended): 'decline' | 'cancel' {
  return leaving === 'denied' || leaving === 'paused' ? 'decline' : 'cancel'
}

/**
 * Nothing that is everywhere, such as a word or a number. And nothing that the server has said itself:
 * it would choose what the person does not see.
 */
function secretsIn(content: JsonObject, ask: FormAsk): readonly string[] {
  const said = JSON.stringify([ask.message, ask.schema])
  return ask.secretFields
    .map((name) => content[name])
    .filter((value) => typeof value === 'string')
    .filter((value) => isWorthHiding(value) && !said.includes(JSON.stringify(value).slice(1, -1)))
}

function urlAsk({ message, url }: Params): UrlAsk {
  if (typeof message !== 'string' || typeof url !== 'string') {
    throw new RpcError(INVALID_PARAMS, 'params.message and params.url have to be texts.')
  }
  const report = examineLink(url)
  if (!report.isAllowed) return { kind: 'url', message, url, link: report }
  const { host, domain, warnings } = report
  return { kind: 'url', message, url, link: { isAllowed: true, host, domain, warnings } }
}
