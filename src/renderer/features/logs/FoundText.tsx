import { ServerText } from '../../ui/text/ServerText'
import { splitFound } from './log-lines'

type Props = { readonly text: string; readonly pattern: RegExp | undefined }

/** Text from a server in which what is searched for is marked. */
export function FoundText({ text, pattern }: Props) {
  if (!pattern) return <ServerText>{text}</ServerText>
  return splitFound(text, pattern).map((part, index) =>
    index % 2 === 0 ? (
      <ServerText key={index}>{part}</ServerText>
    ) : (
      <mark key={index} className="ui-match">
        <ServerText>{part}</ServerText>
      </mark>
    )
  )
}
