import { ServerText } from '../../ui/text/ServerText'
import { markedParts } from './filter-words'

type Props = { readonly text: string; readonly words: readonly string[] }

/** Text from a server in which what the filter looks for is marked. */
export function MarkedText({ text, words }: Props) {
  return markedParts(text, words).map((part, index) =>
    part.isFound ? (
      <mark key={index} className="ui-match">
        <ServerText>{part.text}</ServerText>
      </mark>
    ) : (
      <ServerText key={index}>{part.text}</ServerText>
    )
  )
}
