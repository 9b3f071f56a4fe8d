import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import type { JsonObject } from '../../../../shared/json/json'
import { notify, tell } from '../../../stores/window/notices'
import { MenuButton } from '../../../ui/controls/Menu'
import controls from '../../../ui/controls/controls.module.css'
import { PasteDialog } from './PasteDialog'
import { readArgumentsFile } from './pasted-arguments'

type Props = {
  /** What the schema offers to try. */
  readonly examples: () => JsonObject | undefined
  /** What is written, as text. */
  readonly text: () => string
  readonly onReset: () => void
  readonly onReplace: (args: JsonObject, what: string) => void
}

/** All that can be done with the arguments as a whole. */
export function ArgumentsMenu({ examples, text, onReset, onReplace }: Props) {
  const file = useRef<HTMLInputElement>(null)
  const [isPasting, setIsPasting] = useState(false)

  async function handleFile(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    const read = await readArgumentsFile(chosen)
    if ('args' in read) onReplace(read.args, `The arguments are those of ${chosen.name}.`)
    else notify(`${chosen.name} was not loaded. ${read.problem}`)
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text())
      tell('The arguments are on the clipboard.')
    } catch (error) {
      notify(error)
    }
  }

  return (
    <>
      <MenuButton
        label="More"
        entries={() => {
          const example = examples()
          return [
            { label: 'Reset to defaults', onSelect: onReset },
            {
              label: 'Fill with examples',
              isDisabled: example === undefined,
              onSelect: () =>
                example && onReplace(example, 'The arguments are the examples of the schema.')
            },
            'line',
            { label: 'Paste JSON…', onSelect: () => setIsPasting(true) },
            { label: 'Load from file…', onSelect: () => file.current?.click() },
            { label: 'Copy arguments', onSelect: () => void copy() }
          ]
        }}
      >
        <button
          type="button"
          className={controls['iconButton']}
          aria-label="More to do with the arguments"
          title="More"
        >
          <Ellipsis aria-hidden="true" size={14} />
        </button>
      </MenuButton>
      <input
        ref={file}
        type="file"
        accept=".json,application/json,text/plain"
        aria-label="File with arguments"
        hidden
        onChange={(event) => {
          void handleFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {isPasting && (
        <PasteDialog
          onArguments={(args) => onReplace(args, 'The arguments are what you pasted.')}
          onClose={() => setIsPasting(false)}
        />
      )}
    </>
  )
}
