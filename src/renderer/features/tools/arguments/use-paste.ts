import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { JsonObject } from '../../../../shared/json/json'
import { isWriting } from '../../../ui/attention/is-writing'
import { argumentsIn } from './pasted-arguments'

/** A JSON object that is pasted where no text is being written becomes the arguments. */
export function usePaste(
  pane: RefObject<HTMLElement | null>,
  onArguments: (args: JsonObject) => void
): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event
    if (!(target instanceof Element) || isWriting(target)) return
    if (target !== document.body && !pane.current?.contains(target)) return
    const read = argumentsIn(event.clipboardData?.getData('text/plain') ?? '')
    if (!('args' in read)) return
    event.preventDefault()
    onArguments(read.args)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => handlePaste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
