import { useState } from 'react'
import type { Preferences } from '../../../shared/ipc/preferences'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { TextField } from '../../ui/controls/TextField'
import { wholeNumberIn, type Bounds } from './whole-number'

type Props = {
  readonly name: keyof Pick<
    Preferences,
    | 'trafficMegabytes'
    | 'trafficDays'
    | 'auditMegabytes'
    | 'auditDays'
    | 'samplingPerMinute'
    | 'historyLimit'
  >
  readonly label: string
  readonly bounds: Bounds & { readonly usual: number }
  /** What else there is to know. */
  readonly hint?: string
}

/** How much of something there may be. */
export function Amount({ name, label, bounds, hint = '' }: Props) {
  const kept = usePreferences((state) => state[name])
  const [text, setText] = useState(String(kept))
  const isEmpty = text.trim() === ''
  const amount = isEmpty ? bounds.usual : wholeNumberIn(text, bounds)

  /** Not while it is being written: 2000 begins with 2, and what is dropped then is gone. */
  function apply(): void {
    if (isEmpty) setText(String(bounds.usual))
    if (amount !== undefined && amount !== kept) changePreferences({ [name]: amount })
  }

  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={text}
      onChange={setText}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      hint={`${bounds.usual} if nothing else is said. ${hint}`.trim()}
      problem={
        amount === undefined
          ? `It has to be a whole number from ${bounds.least} to ${bounds.most}.`
          : undefined
      }
    />
  )
}
