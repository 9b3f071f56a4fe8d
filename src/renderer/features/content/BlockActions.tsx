import { Download } from 'lucide-react'
import type { SavedForm } from '../../../shared/calls/body'
import { request } from '../../bridge/bridge'
import { notify, tell } from '../../stores/window/notices'
import { CopyButton } from '../../ui/controls/CopyButton'
import { IconButton } from '../../ui/controls/IconButton'
import type { BodyPart } from './body/body-part'

type Props = {
  /** What is copied or saved, such as `text`. */
  readonly what: string
  readonly copied?: (() => string | Promise<string>) | undefined
  /** Without it there is nothing that could be saved. */
  readonly body: BodyPart | undefined
  readonly form: SavedForm
  readonly suggestedName: string
}

export function BlockActions({ what, copied, body, form, suggestedName }: Props) {
  return (
    <>
      {copied && <CopyButton label={`Copy ${what}`} text={copied} />}
      {body && (
        <IconButton
          label={`Save ${what}…`}
          onClick={() => void savePart(body, form, suggestedName)}
        >
          <Download aria-hidden="true" size={14} />
        </IconButton>
      )}
    </>
  )
}

/** Main asks where to, and writes it from what it has kept: the whole, whatever is shown here. */
export async function savePart(
  { ref, pointer }: BodyPart,
  form: SavedForm,
  suggestedName: string
): Promise<void> {
  try {
    const path = await request('body.save', { ref, pointer, form, suggestedName })
    if (path !== null) tell(`Saved as ${path}.`)
  } catch (error) {
    notify(error)
  }
}
