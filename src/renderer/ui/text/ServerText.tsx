import { visibleParts, visibleText } from '../../../shared/text/visible-text'

type Props = { readonly children: string }

/** A text of nothing but marks would become as many elements, and stall the window. */
const MOST_PARTS = 2_000

/** Text that came from a server. Characters that would stay unseen are shown as marks. */
export function ServerText({ children }: Props) {
  const parts = visibleParts(children)
  if (parts.length > MOST_PARTS) return visibleText(children)
  return parts.map((part, index) =>
    part.kind === 'plain' ? (
      part.text
    ) : (
      <span key={index} className="ui-letter ui-mono" title="A character that is not visible">
        {part.mark}
      </span>
    )
  )
}
