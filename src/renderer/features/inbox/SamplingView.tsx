import { useEffect, useMemo, useRef, useState } from 'react'
import type { ServerId } from '../../../shared/ids'
import { useItemDraft } from '../../stores/item-drafts'
import { useSessions } from '../../stores/sessions'
import { Button } from '../../ui/Button'
import { isWriting } from '../../ui/is-writing'
import { TextField } from '../../ui/TextField'
import { SEND_SHORTCUT } from '../exchange/use-send-shortcut'
import { problemsOf } from './answer-problems'
import { AnswerFields } from './AnswerFields'
import { AskModel } from './AskModel'
import { ItemFrame } from './ItemFrame'
import type { ViewProps } from './ItemView'
import { questionDraft, readQuestion, type QuestionDraft } from './question-draft'
import { QuestionFields } from './QuestionFields'
import { QuestionView } from './QuestionView'
import { draftOf, EMPTY_ANSWER, readAnswer } from './sampling-answer'
import { useCompletion } from './use-completion'
import styles from './inbox.module.css'

const NO_PROBLEMS: readonly string[] = []

/** A question for a model: answered by hand or by a model, and by nobody before the person sends it. */
export function SamplingView(props: ViewProps<'sampling'>) {
  const { item, ask, repeats, problem, onAnswer, onProblem } = props
  const [draft, setDraft] = useItemDraft(item.id, 'answer', EMPTY_ANSWER)
  const [edited, setEdited] = useItemDraft<QuestionDraft | undefined>(
    item.id,
    'question',
    undefined
  )
  const [hasTried, setHasTried] = useState(false)
  const revision = useRevision(item.serverId)
  const read = useMemo(() => readAnswer(draft), [draft])
  const problems = useMemo(
    () => (hasTried && 'result' in read ? problemsOf(read.result, revision) : NO_PROBLEMS),
    [hasTried, read, revision]
  )
  // What is wrong is sent at the second try, as what is filled into a form is.
  const isArmed = problems.length > 0
  const [reason, setReason] = useItemDraft(item.id, 'reason', '')
  const completion = useCompletion(item.id, (result) => setDraft(draftOf(result)))
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

  function handleDraft(next: typeof draft): void {
    onProblem(undefined)
    setDraft(next)
  }

  function handleSend(): void {
    if ('problem' in read) return onProblem(read.problem)
    const isBad = isArmed || problemsOf(read.result, revision).length > 0
    setHasTried(true)
    if (isBad && !isArmed) return onProblem('Something in the answer does not fit.')
    onAnswer({ kind: 'sampling', result: read.result, ...(isBad && { isForced: true }) })
  }

  function handleAsk(): void {
    const asked = readQuestion(edited ?? questionDraft(ask))
    if ('problem' in asked) completion.fail(asked.problem)
    else completion.ask(asked.question)
  }

  return (
    <ItemFrame
      item={item}
      repeats={repeats}
      problem={problem}
      onSend={isWaiting ? undefined : handleSend}
      news={phase === 'done' ? completion.state : undefined}
      actions={({ isShielded, canAllow }) => (
        <>
          <Button disabled={isShielded} onClick={decline}>
            Decline
          </Button>
          <Button shortcut={SEND_SHORTCUT} disabled={!canAllow || isWaiting} onClick={handleSend}>
            {isArmed ? 'Send anyway' : 'Send the answer'}
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
              draft={draft}
              tools={ask.tools}
              serverId={item.serverId}
              isHeld={isWaiting}
              problems={problems}
              onChange={handleDraft}
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

/** What both sides agreed on, while they are talking. */
function useRevision(serverId: ServerId): string | undefined {
  return useSessions(({ byServer }) => {
    const state = byServer[serverId]?.state
    return state?.phase === 'ready' ? state.protocolVersion : undefined
  })
}
