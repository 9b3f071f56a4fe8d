import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { notify } from '../../stores/window/notices'
import { IconButton } from './IconButton'

type Props = {
  readonly label: string
  /** Asked for when the person copies, because it can be large. */
  readonly text: () => string | Promise<string>
}

export function CopyButton({ label, text }: Props) {
  const [isCopied, setIsCopied] = useState(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(await text())
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 1_500)
    } catch (error) {
      notify(error)
    }
  }

  return (
    <IconButton label={isCopied ? 'Copied' : label} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden="true" size={14} /> : <Copy aria-hidden="true" size={14} />}
    </IconButton>
  )
}
