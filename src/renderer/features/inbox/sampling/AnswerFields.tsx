import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ServerId } from '../../../../shared/protocol/ids'
import { isObject, type Json } from '../../../../shared/json/json'
import { visibleText } from '../../../../shared/text/visible-text'
import { Button } from '../../../ui/controls/Button'
import { count } from '../../../ui/text/format'
import { MenuButton } from '../../../ui/controls/Menu'
import { Segments } from '../../../ui/controls/Segments'
import { Select } from '../../../ui/controls/Select'
import { ServerText } from '../../../ui/text/ServerText'
import { TextArea } from '../../../ui/controls/TextArea'
import { TextField } from '../../../ui/controls/TextField'
import { ContentBlocks } from '../../content/ContentBlocks'
import {
  blocksIn,
  STOP_REASONS,
  withMode,
  withModel,
  withText,
  withToolUse,
  type AnswerDraft
} from './sampling-answer'
import styles from '../item/inbox.module.css'

type Props = {
  readonly draft: AnswerDraft
  /** That the server offers to the model. */
  readonly tools: readonly Json[]
  readonly serverId: ServerId
  /** A model writes it. */
  readonly isHeld: boolean
  /** Whole sentences: what is not as the protocol has it. */
  readonly problems: readonly string[]
  readonly onChange: (draft: AnswerDraft) => void
  /** Absent where nothing was replaced. */
  readonly onPutBack: (() => void) | undefined
  readonly onProblem: (problem: string) => void
}

/** The answer, whoever has written it. Nothing of it goes before the person sends it. */
export function AnswerFields(props: Props) {
  const { draft, tools, serverId, isHeld, problems, onChange, onPutBack, onProblem } = props
  const isText = draft.mode === 'text'
  const blocks = blocksIn(draft)

  function insert(tool: string): void {
    const changed = withToolUse(draft, tool)
    if (changed) onChange(changed)
    else onProblem('What is written there is no list of content blocks, so nothing can be added.')
  }

  return (
    <div className={styles['answer']} data-writing="">
      <div className={styles['answerHead']}>
        <h4 className={styles['label']}>Answer</h4>
        <Segments
          label="How to write the answer"
          value={draft.mode}
          options={[
            { value: 'text', label: 'Text' },
            { value: 'json', label: 'Content blocks' }
          ]}
          onChange={(mode) => onChange(withMode(draft, mode))}
        />
      </div>
      <TextArea
        className={styles['textarea']}
        data-code={!isText}
        aria-invalid={problems.length > 0}
        aria-label={isText ? 'Answer' : 'Content blocks as JSON'}
        rows={isText ? 5 : 10}
        spellCheck={isText}
        placeholder={isText ? 'What the model would say' : '[{ "type": "text", "text": "…" }]'}
        readOnly={isHeld}
        value={draft.text}
        onChange={(text) => onChange(withText(draft, text))}
      />
      {problems.length > 0 && <Problems problems={problems} />}
      {onPutBack && (
        <div>
          <Button onClick={onPutBack}>Put back what stood here before</Button>
        </div>
      )}
      {tools.length > 0 && <InsertToolUse tools={tools} onInsert={insert} />}
      {blocks.length > 0 && (
        <section className={styles['preview']} aria-label="The blocks as they will be understood">
          <ContentBlocks blocks={blocks} serverId={serverId} />
        </section>
      )}
      <Select
        label="Why it ends"
        value={draft.stopReason}
        options={STOP_REASONS}
        onChange={(stopReason) => onChange({ ...draft, stopReason })}
      />
      <TextField
        label="Model"
        value={draft.model}
        onChange={(model) => onChange(withModel(draft, model))}
        hint={modelHint(draft)}
      />
    </div>
  )
}

function modelHint({ model, byModel }: AnswerDraft): string {
  if (!byModel || byModel.model === model) return 'The server is told that this one answered.'
  return `You have changed what ${visibleText(byModel.model)} wrote. Name it here if it is still its answer.`
}

const MOST_PROBLEMS = 10

function Problems({ problems }: Pick<Props, 'problems'>) {
  const others = problems.length - MOST_PROBLEMS
  const place = useRef<HTMLDivElement>(null)
  // Whoever sends from below has to see why it was not sent.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place} role="group" aria-label="What does not fit">
      {problems.slice(0, MOST_PROBLEMS).map((problem, index) => (
        <p key={index} className="ui-problem">
          <ServerText>{problem}</ServerText>
        </p>
      ))}
      {others > 0 && <p className="ui-problem">And {count(others, 'more problem')}.</p>}
    </div>
  )
}

type InsertProps = {
  readonly tools: readonly Json[]
  readonly onInsert: (tool: string) => void
}

function InsertToolUse({ tools, onInsert }: InsertProps) {
  const names = tools.flatMap((tool) =>
    isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : []
  )
  const entries = names.map((name) => ({
    label: visibleText(name.slice(0, 200)),
    onSelect: () => onInsert(name)
  }))
  return (
    <div>
      <MenuButton label="Tools that the server offers" entries={() => entries}>
        <Button>
          <Plus aria-hidden="true" size={14} /> Use of a tool
        </Button>
      </MenuButton>
    </div>
  )
}
