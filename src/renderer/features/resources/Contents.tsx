import { useMemo } from 'react'
import type { ResourceReading } from '../../../shared/exchange'
import { EmptyState } from '../../ui/EmptyState'
import { JsonTree } from '../../ui/JsonTree'
import { Skeleton } from '../../ui/Skeleton'
import { isCut, partAt } from '../content/body-part'
import { ResourceContents } from '../content/ResourceContents'
import { useAnswer } from '../exchange/use-answer'
import { contentsOf } from './version-text'
import styles from './resources.module.css'

type Props = { readonly reading: ResourceReading }

/** The contents of one reading. An answer of another shape is shown as it is. */
export function Contents({ reading }: Props) {
  const answer = useAnswer(reading)
  const whole = answer?.kind === 'value' ? answer.body : undefined
  const body = useMemo(() => whole && partAt(whole, 'contents'), [whole])
  if (!answer) return null
  if (answer.kind === 'loading') return <Skeleton rows={8} />
  if (answer.kind === 'gone') {
    return <EmptyState title="This answer cannot be shown">{answer.why}</EmptyState>
  }
  const contents = contentsOf(answer.value)
  if (!contents) {
    return (
      <>
        <p className={styles['older']}>
          The answer has no list of contents.{' '}
          {isCut(whole) ? 'Long parts of it are cut here; the whole is under Raw.' : 'It is this:'}
        </p>
        <JsonTree value={answer.value} label="Answer" />
      </>
    )
  }
  if (contents.length === 0) {
    return <EmptyState title="Empty">The server answered with no contents.</EmptyState>
  }
  return <ResourceContents contents={contents} body={body} />
}
