import { useState } from 'react'
import type { JsonObject } from '../../../../shared/json/json'
import { Button } from '../../../ui/controls/Button'
import { Dialog } from '../../../ui/controls/Dialog'
import { argumentsIn } from './pasted-arguments'

type Props = {
  readonly onArguments: (args: JsonObject) => void
  readonly onClose: () => void
}

/** A window may not read the clipboard by itself, so there has to be a place to paste into. */
export function PasteDialog({ onArguments, onClose }: Props) {
  const [text, setText] = useState('')
  const read = argumentsIn(text)
  const problem = text.trim() === '' || 'args' in read ? undefined : read.problem

  function handleTake(): void {
    if (!('args' in read)) return
    onArguments(read.args)
    onClose()
  }

  return (
    <Dialog
      title="Paste JSON"
      description="A JSON object with the arguments, or a whole tools/call frame."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button isPrimary disabled={!('args' in read)} onClick={handleTake}>
            Use it
          </Button>
        </>
      }
      onClose={onClose}
    >
      <textarea
        className="ui-area ui-mono"
        aria-label="JSON to paste"
        aria-invalid={problem !== undefined}
        autoFocus
        rows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) handleTake()
        }}
      />
      <p className="ui-note ui-problem" role="status">
        {problem}
      </p>
    </Dialog>
  )
}
