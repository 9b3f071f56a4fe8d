import type { ReactNode } from 'react'
import { marksIn, type Highlights } from '../../../shared/query/highlights'
import { ServerText } from './ServerText'

type Props = Pick<Highlights, 'texts'> & Partial<Highlights> & { readonly text: string }

/** Text from a server in which what was looked for is marked. */
export function MarkedText({ text, texts, patterns = [] }: Props) {
  if (texts.length === 0 && patterns.length === 0) return <ServerText>{text}</ServerText>
  const parts: ReactNode[] = []
  let end = 0
  for (const mark of marksIn(text, { texts, patterns })) {
    if (mark.start > end) {
      parts.push(<ServerText key={end}>{text.slice(end, mark.start)}</ServerText>)
    }
    parts.push(
      <mark key={`mark ${mark.start}`} className="ui-match">
        <ServerText>{text.slice(mark.start, mark.end)}</ServerText>
      </mark>
    )
    end = mark.end
  }
  if (end < text.length) parts.push(<ServerText key={end}>{text.slice(end)}</ServerText>)
  return parts
}
