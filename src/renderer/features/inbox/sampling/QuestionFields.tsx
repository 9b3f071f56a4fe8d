import { Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton'
import { Select } from '../../../ui/controls/Select'
import { TextArea } from '../../../ui/controls/TextArea'
import { TextField } from '../../../ui/controls/TextField'
import type { MessageDraft, QuestionDraft } from './question-draft'
import styles from '../item/inbox.module.css'

const ROLES = [
  { value: 'user', label: 'user' },
  { value: 'assistant', label: 'assistant' }
]

type Props = {
  readonly draft: QuestionDraft
  readonly onChange: (draft: QuestionDraft) => void
}

/** The same question, for the person to change. */
export function QuestionFields({ draft, onChange }: Props) {
  const { messages } = draft

  function change(index: number, message: MessageDraft): void {
    onChange({ ...draft, messages: messages.with(index, message) })
  }

  return (
    <>
      <p className={styles['callout']}>
        Only the model gets it like this. The server is not told that you changed it.
      </p>
      <h4 className={styles['label']}>System prompt</h4>
      <TextArea
        className={styles['textarea']}
        aria-label="System prompt"
        rows={2}
        value={draft.systemPrompt}
        onChange={(systemPrompt) => onChange({ ...draft, systemPrompt })}
      />
      <h4 className={styles['label']}>Messages</h4>
      <ol className={styles['messages']}>
        {messages.map((message, index) => (
          <MessageFields
            key={index}
            message={message}
            number={index + 1}
            onChange={(changed) => change(index, changed)}
            onRemove={() => onChange({ ...draft, messages: messages.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      <TextField
        label="Most tokens"
        inputMode="numeric"
        value={draft.maxTokens}
        onChange={(maxTokens) => onChange({ ...draft, maxTokens })}
        hint="Empty for no limit."
      />
    </>
  )
}

type MessageProps = {
  readonly message: MessageDraft
  readonly number: number
  readonly onChange: (message: MessageDraft) => void
  readonly onRemove: () => void
}

function MessageFields({ message, number, onChange, onRemove }: MessageProps) {
  const { role, isText, text } = message
  const name = `Message ${number}${isText ? '' : ' as JSON'}`
  return (
    <li className={styles['edited']}>
      <div className={styles['editedHead']}>
        <Select
          label={`Message ${number} by`}
          value={role}
          options={ROLES}
          onChange={(chosen) => onChange({ ...message, role: chosen })}
        />
        <IconButton label={`Leave out message ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={14} />
        </IconButton>
      </div>
      <TextArea
        className={styles['textarea']}
        data-code={!isText}
        aria-label={name}
        rows={isText ? 3 : 6}
        spellCheck={isText}
        value={text}
        onChange={(changed) => onChange({ ...message, text: changed })}
      />
    </li>
  )
}
