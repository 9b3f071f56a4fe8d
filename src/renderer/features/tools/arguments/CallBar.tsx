import { SlidersHorizontal } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { Draft } from '../../../stores/kept/drafts'
import { Button } from '../../../ui/controls/Button'
import { IconButton } from '../../../ui/controls/IconButton'
import { Segments } from '../../../ui/controls/Segments'
import { SEND_SHORTCUT } from '../../exchange/use-send-shortcut'
import styles from './arguments.module.css'

type Props = {
  readonly mode: Draft['mode']
  /** A whole sentence: why there is no form. */
  readonly noForm: string | undefined
  /** How many options of the call are set. */
  readonly optionCount: number
  readonly areOptionsShown: boolean
  /** The person knows what the schema forbids, and may send it all the same. */
  readonly isArmed: boolean
  readonly isReady: boolean
  /** A whole sentence: why it cannot be called like this. */
  readonly refusal: string | undefined
  readonly menu: ReactNode
  readonly onMode: (mode: Draft['mode']) => void
  readonly onOptions: () => void
  readonly onCall: () => void
}

export function CallBar(props: Props) {
  const { mode, noForm, optionCount, areOptionsShown, isArmed, isReady, refusal } = props
  const { onMode, onCall } = props
  const options = optionCount === 0 ? 'Options' : `Options, ${optionCount} set`
  return (
    <div className={styles['toolbar']}>
      <Segments
        label="How to write the arguments"
        value={mode}
        options={[
          { value: 'form', label: 'Form', refusal: noForm },
          { value: 'json', label: 'JSON' }
        ]}
        onChange={onMode}
      />
      <span className="ui-spring" />
      {props.menu}
      <IconButton
        label={options}
        aria-expanded={areOptionsShown}
        data-set={optionCount > 0}
        onClick={props.onOptions}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !areOptionsShown) return
          event.stopPropagation()
          props.onOptions()
        }}
      >
        <SlidersHorizontal aria-hidden="true" size={14} />
        {optionCount > 0 && <span aria-hidden="true">{optionCount}</span>}
      </IconButton>
      <Button
        isPrimary
        shortcut={SEND_SHORTCUT}
        aria-keyshortcuts="Control+Enter"
        disabled={!isReady || refusal !== undefined}
        title={refusal}
        onClick={(event) => isFirstClick(event) && onCall()}
      >
        {isArmed && refusal === undefined ? 'Send anyway' : 'Call'}
      </Button>
    </div>
  )
}

/** The second click of a double click is not a second call. */
function isFirstClick(event: MouseEvent): boolean {
  return event.detail <= 1
}
