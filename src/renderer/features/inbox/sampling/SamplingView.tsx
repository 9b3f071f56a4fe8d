import { useEffect, useRef } from 'react'
import { useItemDraft } from '../../../stores/calls/item-drafts'
import { Button } from '../../../ui/controls/Button'
import { isWriting } from '../../../ui/attention/is-writing'
import { TextField } from '../../../ui/controls/TextField'
import { SEND_SHORTCUT } from '../../exchange/use-send-shortcut'
import { AnswerFields } from './AnswerFields'
import { AskModel } from './AskModel'
import { ItemFrame } from '../item/ItemFrame'
import { questionDraft, readQuestion, type QuestionDraft } from './question-draft'
import { QuestionFields } from './QuestionFields'
import { QuestionView } from './QuestionView'
import { useAnswer } from './use-answer'
import { useCompletion } from './use-completion'
import type { ViewProps } from '../item/view-props'
import styles from '../item/inbox.module.css'

/** A question for a model: answered by hand or by a model, and by nobody before the person sends it. */
export function SamplingView(props: ViewProps<'sampling'>) {
  const { ask, onAnswer, onProblem, ...frame } = props
  const { item } = frame
  const answer = useAnswer(item.id, ask, onProblem)
  const [edited, setEdited] = useItemDraft<QuestionDraft | undefined>(
    item.id,
    'question',
    undefined
  )
  const [reason, setReason] = useItemDraft(item.id, 'reason', '')
  const completion = useCompletion(item.id, answer.complete)
  const { phase } = completion.state
  const isWaiting = phase === 'waiting'
  const answerPart = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (phase !== 'done') return
    // Whoever has asked for it wants to read it, and may want to change it.
    answerPart.current?.scrollIntoView({ block: 'start' })
    const { activeElement } = document
    const isStillHere = answerPart.current?.closest('[data-sheet]')?.contains(activeElement)
    if (isStillHere && !isWriting(activeElement)) {
      answerPart.current?.querySelector('textarea')?.focus({ preventScroll: true })
    }
  }, [phase])
  const decline = (): void => onAnswer({ kind: 'sampling', reason })

  function handleSend(): void {
    const given = answer.attempt()
    if (given) onAnswer(given)
  }

  function handleAsk(): void {
    const asked = readQuestion(edited ?? questionDraft(ask))
    if ('problem' in asked) completion.fail(asked.problem)
    else completion.ask(asked.question)
  }

  return (
    <ItemFrame
      {...frame}
      onSend={isWaiting ? undefined : handleSend}
      news={phase === 'done' ? completion.state : undefined}
      actions={({ isShielded, canAllow }) => (
        <>
          <Button disabled={isShielded} onClick={decline}>
            Decline
          </Button>
          <Button shortcut={SEND_SHORTCUT} disabled={!canAllow || isWaiting} onClick={handleSend}>
            {answer.problems.length > 0 ? 'Send anyway' : 'Send the answer'}
          </Button>
        </>
      )}
    >
      {({ isShielded, canAllow }) => (
        <>
          {edited ? (
            <QuestionFields draft={edited} onChange={setEdited} />
          ) : (
            <QuestionView ask={ask} serverId={item.serverId} />
          )}
          <div>
            <Button onClick={() => setEdited(edited ? undefined : questionDraft(ask))}>
              {edited ? 'Drop my changes' : 'Edit the question'}
            </Button>
          </div>
          <div ref={answerPart} className={styles['answerPart']}>
            <AskModel
              state={completion.state}
              isGuarded={!canAllow}
              isUnread={!canAllow && !isShielded}
              onAsk={handleAsk}
              onCancel={completion.cancel}
            />
            <AnswerFields
              draft={answer.draft}
              tools={ask.tools}
              serverId={item.serverId}
              isHeld={isWaiting}
              problems={answer.problems}
              onChange={answer.change}
              onPutBack={isWaiting ? undefined : answer.putBack}
              onProblem={onProblem}
            />
          </div>
          <TextField
            label="Why not, if you decline"
            value={reason}
            onChange={setReason}
            placeholder="Is told to the server"
          />
        </>
      )}
    </ItemFrame>
  )
}
