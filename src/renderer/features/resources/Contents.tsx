import { useMemo } from 'react'
import { contentsOf, type ResourceReading } from '../../../shared/calls/exchange'
import { EmptyState } from '../../ui/panes/EmptyState'
import { JsonTree } from '../../ui/json-tree/JsonTree'
import { isCut, partAt, type BodyPart } from '../content/body/body-part'
import { ResourceContents } from '../content/ResourceContents'
import { Answered } from '../exchange/Answered'

type Props = {
  readonly reading: ResourceReading
  /** What was read. */
  readonly uri: string
}

/** The contents of one reading. An answer of another shape is shown as it is. */
export function Contents({ reading, uri }: Props) {
  return (
    <Answered exchange={reading}>
      {(result, body) => <Result result={result} whole={body} uri={uri} />}
    </Answered>
  )
}

type ResultProps = Pick<Props, 'uri'> & {
  readonly result: unknown
  readonly whole: BodyPart | undefined
}

function Result({ result, whole, uri }: ResultProps) {
  const body = useMemo(() => whole && partAt(whole, 'contents'), [whole])
  const contents = contentsOf(result)
  if (!contents) {
    return (
      <>
        <p className="ui-note">
          The answer has no list of contents.{' '}
          {isCut(whole) ? 'Long parts of it are cut here; the whole is under Raw.' : 'It is this:'}
        </p>
        <JsonTree value={result} label="Answer" />
      </>
    )
  }
  if (contents.length === 0) {
    return <EmptyState title="Empty">The server answered with no contents.</EmptyState>
  }
  return <ResourceContents contents={contents} body={body} uri={uri} />
}
