import { useState } from 'react'
import { TRAFFIC_DAYS, TRAFFIC_MEGABYTES, type Preferences } from '../../../shared/preferences'
import { changePreferences, usePreferences } from '../../stores/preferences'
import { TextField } from '../../ui/TextField'
import { wholeNumberIn, type Bounds } from './whole-number'
import styles from './settings.module.css'

/** How much of the traffic is kept. The oldest goes first. */
export function TrafficSection() {
  return (
    <div className={styles['rows']}>
      <p className={styles['about']}>
        What passes is recorded, so that it can be looked through after a restart. When there is
        more than may be kept, the oldest recordings go first, and then the beginning of this one.
      </p>
      <Amount
        name="trafficMegabytes"
        label="Megabytes kept"
        bounds={TRAFFIC_MEGABYTES}
        hint={`${TRAFFIC_MEGABYTES.usual} if nothing else is said.`}
      />
      <Amount
        name="trafficDays"
        label="Days kept"
        bounds={TRAFFIC_DAYS}
        hint={`${TRAFFIC_DAYS.usual} if nothing else is said.`}
      />
    </div>
  )
}

type Props = {
  readonly name: keyof Pick<Preferences, 'trafficMegabytes' | 'trafficDays'>
  readonly label: string
  readonly bounds: Bounds
  readonly hint: string
}

function Amount({ name, label, bounds, hint }: Props) {
  const kept = usePreferences((state) => state[name])
  const [text, setText] = useState(String(kept))
  const amount = wholeNumberIn(text, bounds)

  /** Not while it is being written: 2000 begins with 2, and what is dropped then is gone. */
  function apply(): void {
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
      hint={hint}
      problem={
        amount === undefined
          ? `It has to be a whole number from ${bounds.least} to ${bounds.most}.`
          : undefined
      }
    />
  )
}
