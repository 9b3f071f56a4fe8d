import { useMemo } from 'react'
import { fromJson, isObject } from '../../../shared/json/json'
import type { TextView } from '../../../shared/ipc/preferences'
import { count } from '../../ui/text/format'
import { JsonTree } from '../../ui/json-tree/JsonTree'
import { Segments } from '../../ui/controls/Segments'
import { BlockActions } from './BlockActions'
import { BlockFrame } from './BlockFrame'
import type { BodyPart } from './body/body-part'
import { LongText } from './LongText'
import { Markdown, MARKDOWN_LIMIT_CHARS } from './Markdown'
import { useFoundIn } from './body/found'
import { useTextView } from './text-view'
import { useBodyText, wholeText } from './body/use-body-text'
import styles from './content.module.css'

type Props = {
  readonly text: string
  readonly body: BodyPart | undefined
  /** Where the bytes are kept that it was read from, when it did not come as a text. */
  readonly bytes?: BodyPart | undefined
  readonly claims?: readonly string[]
  readonly kind?: string
  readonly facts?: readonly string[]
  readonly suggestedName?: string
}

const TREE_LIMIT_CHARS = 500_000

/** A text: as it is, as the Markdown it may be, or as a tree when it is JSON. */
export function TextContent({
  text: head,
  body,
  bytes,
  claims = [],
  kind = 'Text',
  facts = [],
  suggestedName = 'text.txt'
}: Props) {
  const { text, total, isLoading, loadMore, loadTo } = useBodyText(head, body)
  const found = useFoundIn(body)
  const isWhole = text.length >= total
  const json = useMemo(() => (isWhole ? jsonIn(text) : undefined), [text, isWhole])
  const [wanted, chooseView] = useTextView()
  const options = [
    { value: 'plain', label: 'Plain' },
    {
      value: 'markdown',
      label: 'Markdown',
      // Its blanks and line breaks would be lost.
      ...((json || looksLikeJson(text)) && { refusal: 'The text is JSON.' }),
      ...(text.length > MARKDOWN_LIMIT_CHARS && { refusal: 'The text is too long for that.' })
    },
    ...(json ? [{ value: 'tree', label: 'Tree' } as const] : [])
  ] as const
  const chosen = options.some((option) => option.value === wanted && !('refusal' in option))
    ? wanted
    : 'plain'
  // Only there can a place in it be shown.
  const view = found ? 'plain' : chosen
  return (
    <BlockFrame
      kind={kind}
      facts={[...facts, count(total, 'character')]}
      claims={claims}
      actions={
        <>
          <Segments<TextView>
            label="How to show texts"
            value={view}
            options={options}
            onChange={chooseView}
          />
          <BlockActions
            what="text"
            copied={() => wholeText(text, body)}
            body={bytes ?? body}
            form={bytes ? 'bytes' : 'text'}
            suggestedName={suggestedName}
          />
        </>
      }
    >
      {view === 'plain' && (
        <LongText {...{ text, total, isLoading, found }} onMore={loadMore} onLoadTo={loadTo} />
      )}
      {view === 'markdown' && (
        <div className={styles['markdown']}>
          <Markdown text={text} />
          {!isWhole && (
            <p className={styles['rest']}>
              {count(total - text.length, 'more character')} under Plain.
            </p>
          )}
        </div>
      )}
      {view === 'tree' && json && (
        <div className={styles['boxed']}>
          <JsonTree label="Text as JSON" value={json.value} />
        </div>
      )}
    </BlockFrame>
  )
}

/** Of what is too long to be read as JSON, or is not all here, only the beginning is looked at. */
function looksLikeJson(text: string): boolean {
  return /^\s*(?:\{\s*"(?:[^"\\\n]|\\.){0,200}"\s*:|\[\s*(?:[{"[]|-?\d))/.test(text.slice(0, 1_000))
}

/** What a text says as JSON, where it is more than a single value. */
export function jsonIn(text: string): { readonly value: unknown } | undefined {
  if (text.length > TREE_LIMIT_CHARS || !/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = fromJson(text)
    return isObject(value) || Array.isArray(value) ? { value } : undefined
  } catch {
    return undefined // then it is a text that begins like JSON
  }
}
