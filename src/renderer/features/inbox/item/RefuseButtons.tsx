import { Button } from '../../../ui/controls/Button'

type Props = {
  /** For Decline, where no text is written. */
  readonly shortcut?: string
  readonly isShielded: boolean
  readonly onRefuse: (action: 'cancel' | 'decline') => void
}

/** To a server these are two things. */
export function RefuseButtons({ shortcut, isShielded, onRefuse }: Props) {
  return (
    <>
      <Button
        disabled={isShielded}
        title="Tells the server that you have decided nothing."
        onClick={() => onRefuse('cancel')}
      >
        Cancel
      </Button>
      <Button
        {...(shortcut !== undefined && { shortcut })}
        disabled={isShielded}
        title="Tells the server that you say no."
        onClick={() => onRefuse('decline')}
      >
        Decline
      </Button>
    </>
  )
}
