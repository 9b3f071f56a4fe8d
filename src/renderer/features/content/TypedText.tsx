import { useMemo, useState } from 'react'
import { CodeEditor } from '../../ui/editor/CodeEditor'
import { count } from '../../ui/text/format'
import { JsonTree } from '../../ui/json-tree/JsonTree'
import { Segments } from '../../ui/controls/Segments'
import { BlockActions } from './BlockActions'
import { BlockFrame } from './BlockFrame'
import type { BodyPart } from './body/body-part'
import { HtmlFrame } from './HtmlFrame'
import { LongText } from './LongText'
import { Markdown, MARKDOWN_LIMIT_CHARS } from './Markdown'
import { useFoundIn } from './body/found'
import type { MediaKind } from './body/media-type'
import { SvgPicture } from './SvgPicture'
import { jsonIn, TextContent } from './TextContent'
import { useBodyText, wholeText } from './body/use-body-text'
import styles from './content.module.css'

type Props = {
  readonly text: string
  readonly media: MediaKind
  readonly kind: string
  readonly facts: readonly string[]
  readonly claims: readonly string[]
  readonly body: BodyPart | undefined
  /** Where the bytes are kept that it was read from, when it did not come as a text. */
  readonly bytes?: BodyPart | undefined
  readonly suggestedName: string
}

/** What a text looks like when it is taken for what it says it is. */
const LOOKS: Partial<Record<MediaKind['kind'], string>> = {
  markdown: 'Markdown',
  json: 'Tree',
  html: 'Page',
  svg: 'Picture',
  code: 'Code'
}

const LOOKED_AT_CHARS = 1_000_000

/** A text whose type is known: as what it is, or as it is written. */
export function TypedText(props: Props) {
  const look = LOOKS[props.media.kind]
  return look === undefined ? <TextContent {...props} /> : <LookedText {...props} look={look} />
}

function LookedText(props: Props & { readonly look: string }) {
  const { text: head, media, kind, facts, claims, body, bytes, suggestedName, look } = props
  const { text, total, isLoading, loadMore, loadTo } = useBodyText(head, body)
  const found = useFoundIn(body)
  const [view, setView] = useState<'look' | 'source'>('look')
  const refusal = useMemo(() => whyNot(media, text, total), [media, text, total])
  const shown = refusal === undefined && !found ? view : 'source'
  return (
    <BlockFrame
      kind={kind}
      facts={[...facts, count(total, 'character')]}
      claims={claims}
      actions={
        <>
          <Segments
            label="How to show this text"
            value={shown}
            options={[
              { value: 'look', label: look, refusal },
              { value: 'source', label: 'Source' }
            ]}
            onChange={setView}
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
      {shown === 'look' ? (
        <Look media={media} text={text} />
      ) : (
        <LongText {...{ text, total, isLoading, found }} onMore={loadMore} onLoadTo={loadTo} />
      )}
    </BlockFrame>
  )
}

/** A whole sentence: why it can be shown as it is written only. */
function whyNot({ kind }: MediaKind, text: string, total: number): string | undefined {
  if (text.length < total) return 'Only a part of the text is here; show all of it first.'
  const most = kind === 'markdown' ? MARKDOWN_LIMIT_CHARS : LOOKED_AT_CHARS
  if (text.length > most) return 'The text is too long for that.'
  if (kind === 'json' && !jsonIn(text)) return 'The text is not a JSON object or list.'
  return undefined
}

const LINE_PX = 17
const MOST_LINES = 28

function Look({ media, text }: { readonly media: MediaKind; readonly text: string }) {
  const json = useMemo(() => (media.kind === 'json' ? jsonIn(text) : undefined), [media, text])
  switch (media.kind) {
    case 'markdown':
      return (
        <div className={styles['markdown']}>
          <Markdown text={text} />
        </div>
      )
    case 'json':
      return (
        <div className={styles['boxed']}>
          <JsonTree label="Resource as JSON" value={json?.value} />
        </div>
      )
    case 'html':
      return <HtmlFrame html={text} />
    case 'svg':
      return <SvgPicture svg={text} />
    case 'code': {
      const lines = Math.min(MOST_LINES, text.split('\n', MOST_LINES).length + 1)
      return (
        <div style={{ height: lines * LINE_PX }}>
          <CodeEditor label="Resource" language={media.language} value={text} />
        </div>
      )
    }
    default:
      return null
  }
}
