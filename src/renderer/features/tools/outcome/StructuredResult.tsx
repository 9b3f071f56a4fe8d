import { useMemo } from 'react'
import { isObject } from '../../../../shared/json/json'
import type { Verdict } from '../../../../shared/verdicts/verdicts'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { partAt, type BodyPart } from '../../content/body/body-part'
import { StructuredContent } from '../../content/StructuredContent'
import type { Revealed } from './CallOutcome'

type Props = {
  readonly loaded: { readonly result: unknown; readonly body: BodyPart }
  readonly verdicts: readonly Verdict[]
  readonly revealed: Revealed | undefined
}

export function StructuredResult({ loaded, verdicts, revealed }: Props) {
  const { result, body } = loaded
  const part = useMemo(() => partAt(body, 'structuredContent'), [body])
  const findings = useMemo(
    () => verdicts.flatMap((verdict) => (verdict.about === 'input' ? [] : verdict.findings)),
    [verdicts]
  )
  if (!isObject(result) || result['structuredContent'] === undefined) {
    return (
      <EmptyState title="No structured content">
        The server answered without it. What it did answer is under Rendered and Raw.
      </EmptyState>
    )
  }
  return (
    <StructuredContent
      value={result['structuredContent']}
      body={part}
      findings={findings}
      revealed={revealed?.about === 'input' ? undefined : revealed}
    />
  )
}
