import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import type { FileRead } from './read-file'
import styles from './controls.module.css'

type Props = {
  readonly label: string
  /** The media type that the schema names. */
  readonly media: string | undefined
  readonly read: (file: File) => Promise<FileRead>
  readonly onRead: (read: FileRead, file: File) => void
}

/** Beside a field whose text can come from a file. */
export function FilePicker({ label, media, read, onRead }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={styles['small']}
        aria-label={`Choose a file for ${label}`}
        onClick={() => input.current?.click()}
      >
        <FileUp aria-hidden="true" size={13} />
        File…
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={media}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // A failure to read is said beside the field.
          if (file) void read(file).then((done) => onRead(done, file))
          target.value = ''
        }}
      />
    </>
  )
}
