import { useMemo } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { EmptyState } from '../../ui/panes/EmptyState'
import { JsonTree } from '../../ui/json-tree/JsonTree'
import { ServerText } from '../../ui/text/ServerText'
import { cutOf, isCut, partAt, type BodyPart } from '../content/body/body-part'
import { ContentBlock, ContentBlocks } from '../content/ContentBlocks'
import { MoreParts } from '../content/MoreParts'
import { TextContent } from '../content/TextContent'
import content from '../content/content.module.css'
import { messageOf, messagesOf, restOf, type PromptMessage } from './prompt-words'
import styles from './prompts.module.css'

type Props = {
  readonly serverId: ServerId
  readonly result: unknown
  /** Where the answer is kept. */
  readonly body: BodyPart | undefined
}

/** The messages of a prompt, each under its role. What is of another shape is shown as it is. */
export function Messages({ serverId, result, body }: Props) {
  const messages = useMemo(() => messagesOf(result), [result])
  const list = useMemo(() => body && partAt(body, 'messages'), [body])
  const description = isObject(result) ? result['description'] : undefined
  if (!messages) {
    return (
      <>
        <p className="ui-note">
          The answer has no list of messages. {isCut(body) ? CUT : 'It is this:'}
        </p>
        <div className={styles['whole']}>
          <JsonTree value={result} label="Answer" />
        </div>
      </>
    )
  }
  const rest = restOf(result)
  const cut = cutOf(list)
  return (
    <>
      {typeof description === 'string' && (
        <p className={styles['resultDescription']}>
          <ServerText>{description}</ServerText>
        </p>
      )}
      {messages.length === 0 && (
        <EmptyState title="No messages">The server answered with an empty list.</EmptyState>
      )}
      <ol className={styles['messages']}>
        {messages.map((message, index) => (
          <Message key={index} {...{ serverId, message, index, list }} />
        ))}
        {list && cut && (
          <MoreParts list={list} shown={cut.shown} total={cut.total} what="message" isListed>
            {(part, value, index) => (
              <Message
                key={index}
                serverId={serverId}
                message={messageOf(value)}
                index={index}
                list={part}
              />
            )}
          </MoreParts>
        )}
      </ol>
      {rest && (
        <>
          <p className="ui-note">Also in the answer: {isRestCut(rest, body) && CUT}</p>
          <div className={styles['whole']}>
            <JsonTree value={rest} label="Rest of the answer" />
          </div>
        </>
      )}
    </>
  )
}

const CUT = 'Long parts of it are cut here; the whole is under Raw.'

function isRestCut(rest: Readonly<Record<string, unknown>>, body: BodyPart | undefined): boolean {
  if (!body) return false
  return cutOf(body) !== undefined || Object.keys(rest).some((name) => isCut(partAt(body, name)))
}

type MessageProps = {
  readonly serverId: ServerId
  readonly message: PromptMessage
  readonly index: number
  readonly list: BodyPart | undefined
}

const KNOWN_ROLES: ReadonlySet<string> = new Set(['user', 'assistant'])

function Message({ serverId, message, index, list }: MessageProps) {
  const { role, blocks, kind, text } = message
  const body = useMemo(() => {
    const own = list && partAt(list, index)
    return kind === 'other' ? own : own && partAt(own, 'content')
  }, [list, index, kind])
  return (
    <li className={styles['message']} data-role={KNOWN_ROLES.has(role) ? role : 'other'}>
      <p className={styles['role']}>
        <ServerText>{role}</ServerText>
        {!KNOWN_ROLES.has(role) && (
          <span className={styles['oddity']}>not a role of the protocol</span>
        )}
        {kind === 'text' && (
          <span className={styles['oddity']}>its content is a bare text, not a block</span>
        )}
        {kind === 'list' && (
          <span className={styles['oddity']}>its content is a list of blocks</span>
        )}
        {kind === 'other' && <span className={styles['oddity']}>it has no content</span>}
      </p>
      {kind === 'list' && <ContentBlocks blocks={blocks} serverId={serverId} body={body} />}
      {text !== undefined && (
        <div className={content['blocks']}>
          <TextContent text={text} body={body} />
        </div>
      )}
      {(kind === 'block' || kind === 'other') && (
        <ContentBlock block={blocks[0]} serverId={serverId} body={body} />
      )}
    </li>
  )
}
