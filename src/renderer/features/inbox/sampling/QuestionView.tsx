import type { ServerId } from '../../../../shared/protocol/ids'
import type { SamplingAsk } from '../../../../shared/question/sampling-kind'
import { isObject, type Json, type JsonObject } from '../../../../shared/json/json'
import { ServerText } from '../../../ui/text/ServerText'
import { ContentBlocks } from '../../content/ContentBlocks'
import { WholeValue } from '../item/WholeValue'
import styles from '../item/inbox.module.css'

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
  const { role, content, ...more } = isObject(message) ? message : {}
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  return (
    <li>
      <p className={styles['role']}>
        <ServerText>{typeof role === 'string' ? role : 'without a role'}</ServerText>
      </p>
      {blocks.map((block, index) => (
        <WholeBlock key={index} block={block} serverId={serverId} />
      ))}
      {Object.keys(more).length > 0 && <WholeValue value={more} />}
    </li>
  )
}

const NAMED: ReadonlyMap<unknown, string> = new Map([
  ['tool_use', 'Tool use'],
  ['tool_result', 'Tool result'],
  ['resource', 'Resource'],
  ['resource_link', 'Link to a resource']
])
const MEDIA = /^(?:image|audio)\/[\w.+-]{1,60}$/

/** Everything that a model would get: what is only seen, or heard, as that, and the rest as it is. */
function WholeBlock({ block, serverId }: { readonly block: unknown; readonly serverId: ServerId }) {
  if (!isObject(block)) return <WholeValue value={block ?? 'nothing'} />
  const { type, text } = block
  if (isMedia(block)) {
    const { type: _media, data: _data, mimeType: _mimeType, ...others } = block
    return (
      <>
        <ContentBlocks blocks={[block]} serverId={serverId} />
        {Object.keys(others).length > 0 && <WholeValue value={others} />}
      </>
    )
  }
  const { type: _type, text: _text, ...beside } = block
  const named = NAMED.get(type)
  if (named !== undefined) {
    const { type: _named, ...members } = block
    return (
      <div role="group" aria-label={named}>
        <h5 className={styles['label']}>{named}</h5>
        <WholeValue value={members} />
      </div>
    )
  }
  if (type !== 'text' || typeof text !== 'string') return <WholeValue value={block} />
  return (
    <>
      <WholeValue value={text} />
      {Object.keys(beside).length > 0 && <WholeValue value={beside} />}
    </>
  )
}

/** What only says that it is a picture goes to a model as text. */
function isMedia({ type, data, mimeType }: Readonly<Record<string, unknown>>): boolean {
  if (type !== 'image' && type !== 'audio') return false
  return typeof data === 'string' && typeof mimeType === 'string' && MEDIA.test(mimeType)
}

function wishesOf(ask: SamplingAsk): JsonObject {
  const { maxTokens, includeContext, tools, more } = ask
  return {
    ...more,
    ...(maxTokens !== undefined && { maxTokens }),
    ...(includeContext !== undefined && { includeContext }),
    ...(tools.length > 0 && { tools })
  }
}
