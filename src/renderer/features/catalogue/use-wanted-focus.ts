import { useEffect, useEffectEvent } from 'react'
import { useView, wantArguments } from '../../stores/window/view'

/**
 * Whoever chose something by keyboard goes on with the keyboard, at what `find` finds. While it is
 * not here, the wish waits for whoever else can fulfil it.
 */
export function useWantedFocus(find: () => HTMLElement | null | undefined, isHere = true): void {
  const isWanted = useView(({ isArgumentsWanted }) => isArgumentsWanted) && isHere
  const focus = useEffectEvent((): void => find()?.focus())
  useEffect(() => {
    if (!isWanted) return
    wantArguments(false)
    focus()
  }, [isWanted])
}
