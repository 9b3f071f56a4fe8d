import type { ServerId } from '../../../shared/ids'
import type { SamplingAsk } from '../../../shared/inbox'
import { isObject, type Json, type JsonObject } from '../../../shared/json'
import { ServerText } from '../../ui/ServerText'
import { ContentBlocks } from '../content/ContentBlocks'
import { WholeValue } from './WholeValue'
import styles from './inbox.module.css'

type Props = { readonly ask: SamplingAsk; readonly serverId: ServerId }

/** What a server wants to ask a model, as it wrote it. */
export function QuestionView({ ask, serverId }: Props) {
  return (
    <>
      {ask.systemPrompt !== undefined && (
        <>
          <h4 className={styles['label']}>System prompt</h4>
          <WholeValue value={ask.systemPrompt} />
        </>
      )}
      <h4 className={styles['label']}>Messages</h4>
      <ol className={styles['messages']}>
        {ask.messages.map((message, index) => (
          <Message key={index} message={message} serverId={serverId} />
        ))}
      </ol>
      <h4 className={styles['label']}>What it wants of the model</h4>
      <WholeValue value={wishesOf(ask)} />
    </>
  )
}

type MessageProps = { readonly message: Json; readonly serverId: ServerId }

function Message({ message, serverId }: MessageProps) {
  const { role, content } = isObject(message) ? message : {}
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return (
    <li>
      <p className={styles['role']}>
        <ServerText>{typeof role === 'string' ? role : 'without a role'}</ServerText>
      </p>
      <ContentBlocks blocks={blocks} serverId={serverId} />
    </li>
  )
}

function wishesOf(ask: SamplingAsk): JsonObject {
  const { modelHints, maxTokens, includeContext, tools, more } = ask
  return {
    // First, so that nothing in it passes for what follows.
    ...more,
    ...(modelHints.length > 0 && { models: modelHints.join(', ') }),
    ...(maxTokens !== undefined && { 'most tokens': maxTokens }),
    ...(includeContext !== undefined && { context: includeContext }),
    ...(tools.length > 0 && { tools })
  }
}
