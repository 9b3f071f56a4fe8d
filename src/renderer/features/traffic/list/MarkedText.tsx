import type { ReactNode } from 'react'
import { marksIn, type Highlights } from '../../../../shared/query/highlights'
import { ServerText } from '../../../ui/text/ServerText'

type Props = { readonly text: string; readonly highlights: Highlights }

/** Text from a server in which what the filter looks for is marked. */
export function MarkedText({ text, highlights }: Props) {
  if (highlights.texts.length === 0 && highlights.patterns.length === 0) {
    return <ServerText>{text}</ServerText>
  }
  const parts: ReactNode[] = []
  let end = 0
  for (const mark of marksIn(text, highlights)) {
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
