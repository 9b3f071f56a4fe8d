/**
 * The model that may write answers in the person's place: where it is, and what it is asked. Nothing is
 * asked by itself, nothing goes to the server from here, and the key never comes out of here.
 */
import { WorkbenchError, WorkbenchErrorCode, messageOf } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import type { SamplingAsk } from '../../shared/question/sampling-kind'
import type { JsonObject } from '../../shared/json/json'
import type { ModelSubject } from '../../shared/question/prompt'
import { NO_MODEL, type EditedQuestion, type ModelEndpoint } from '../../shared/question/sampling'
import type { Auditing } from '../audit/auditing'
import { refuseSecretName } from '../secrets/secrets'
import type { Inbox } from '../consent/inbox'
import type { Question } from './chat-question'
import type { Network } from '../network/network'
import { chatAddress, leavesMachine, whyNotSetUp } from './endpoint'
import { calledOff, complete } from './openai'

export type SamplingDeskParts = {
  readonly inbox: Inbox
  readonly audit: Auditing
  readonly model: () => ModelEndpoint
  /** The way to the model. */
  readonly network: Network
  readonly setModel: (model: ModelEndpoint) => void
  /** The value of a secret, which from then on is hidden wherever it may turn up. */
  readonly secret: (name: string) => Promise<string | undefined>
  /** Has the person set it, in a window of main's; rejects when they do not. */
  readonly askForSecret: (name: string) => Promise<void>
  /** Asks the person, in a window of main's, whether questions and the key may go there. */
  readonly confirm: (subject: ModelSubject) => Promise<boolean>
}

/** What a model is asked to see whether it answers. Short, and no limit: some think before they speak. */
const TRIAL: Question = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Answer with one word: hello.' } }],
  tools: [],
  more: {}
}

type Asked = {
  /** Of the inbox; none when the model is only tried. */
  readonly id?: number
  readonly serverId?: ServerId
  readonly action: string
  readonly question: Question
  readonly whileAsked?: AbortSignal
}

export class SamplingDesk {
  /** By item of the inbox; undefined is the trial. */
  private readonly running = new Map<number | undefined, AbortController>()

  constructor(private readonly parts: SamplingDeskParts) {}

  /** What the model answers to an item of the inbox. The next question about it ends this one. */
  async complete(id: number, edited: EditedQuestion): Promise<JsonObject> {
    const { inbox } = this.parts
    const { ask, serverId } = inbox.item(id)
    if (ask.kind !== 'sampling') throw refusal('This is not a question for a model.')
    const question = questionOf(ask, edited)
    const whileAsked = inbox.whileAsked(id)
    return this.ask({ id, serverId, action: 'ask a model', question, whileAsked })
  }

  /** What the model answers to a question of our own, so that nobody has to wait for a server's. */
  async tryOut(): Promise<JsonObject> {
    return this.ask({ action: 'try a model', question: TRIAL })
  }

  cancel(id: number | undefined): void {
    this.running.get(id)?.abort()
  }

  /** Nothing is changed unless the person allows it. Another model at the same place is no news. */
  async setUp(wanted: ModelEndpoint): Promise<void> {
    const { baseUrl, keyName } = wanted
    const why = whyNotSetUp(wanted)
    if (why !== undefined) throw refusal(why)
    if (keyName !== '') refuseSecretName(keyName)
    const known = this.parts.model()
    if (known.baseUrl !== baseUrl || known.keyName !== keyName) {
      const url = chatAddress(baseUrl)
      const subject = { ...wanted, address: url.href, leaves: leavesMachine(url) }
      if (!(await this.parts.confirm(subject))) {
        throw new WorkbenchError(WorkbenchErrorCode.Dismissed, 'The model was not set up.')
      }
    }
    if (keyName !== '' && (await this.parts.secret(keyName)) === undefined) {
      await this.parts.askForSecret(keyName)
    }
    this.parts.setModel(wanted)
  }

  drop(): void {
    this.parts.setModel(NO_MODEL)
  }

  private async ask({ id, serverId, action, question, whileAsked }: Asked): Promise<JsonObject> {
    const { baseUrl, model, keyName } = this.parts.model()
    if (baseUrl === '') throw refusal('No model is set up.')
    this.cancel(id)
    const controller = new AbortController()
    this.running.set(id, controller)
    const signal = AbortSignal.any([controller.signal, ...(whileAsked ? [whileAsked] : [])])
    try {
      const apiKey = await this.key(keyName)
      const params = { action, baseUrl, model, question }
      const end = await this.parts.audit.intend({
        ...(serverId !== undefined && { serverId }),
        method: 'patchbay/sampling',
        params
      })
      try {
        if (signal.aborted) throw calledOff()
        const result = await complete(
          { baseUrl, model, apiKey, signal, network: this.parts.network },
          question
        )
        end({ result })
        return result
      } catch (error) {
        end({ error: { message: messageOf(error) } })
        throw error
      }
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id)
    }
  }

  private async key(name: string): Promise<string | undefined> {
    if (name === '') return undefined
    const value = await this.parts.secret(name)
    if (value !== undefined) return value
    const message = `The secret ${name} is not set, and the model needs it. Set it in the settings.`
    throw new WorkbenchError(WorkbenchErrorCode.ValueMissing, message, { secret: name })
  }
}

function questionOf(
  ask: SamplingAsk,
  { messages, systemPrompt, maxTokens }: EditedQuestion
): Question {
  return {
    messages,
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(maxTokens !== undefined && { maxTokens }),
    tools: ask.tools,
    more: ask.more
  }
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
