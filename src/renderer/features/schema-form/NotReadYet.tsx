import { use, useEffect, useEffectEvent } from 'react'
import { ScrapsContext } from './form-context'
import { hasHalfWritten } from './schema/scraps'

type Props = { readonly pointer: string; readonly onGone: () => void }

/** Another way to write would hide what cannot be read yet; it is refused for as long. */
export function NotReadYet({ pointer, onGone }: Props) {
  const isThere = hasHalfWritten(use(ScrapsContext), pointer)
  const tell = useEffectEvent(() => !isThere && onGone())
  useEffect(() => void tell(), [isThere])
  if (!isThere) return null
  return (
    <p className="ui-problem" role="status">
      What is written here cannot be read yet. Finish it or discard it first.
    </p>
  )
}
